#ifndef CHEST_H
#define CHEST_H

#include "chest_api.h"

CHEST_API int chest_open(int drawer);
CHEST_API int chest_flush(int drawer);
CHEST_API int chest_close(int drawer);
CHEST_API int chest_put(int drawer);
CHEST_API int chest_take(int drawer);

#endif
