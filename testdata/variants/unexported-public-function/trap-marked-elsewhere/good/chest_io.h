#ifndef CHEST_IO_H
#define CHEST_IO_H

#include "chest_api.h"

CHEST_API int chest_flush(int drawer);
CHEST_API int chest_lock(int drawer);
CHEST_API int chest_close(int drawer);
CHEST_API int chest_put(int drawer);
CHEST_API int chest_worms(int drawer);

#endif
