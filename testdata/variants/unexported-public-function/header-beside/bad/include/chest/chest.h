#ifndef CHEST_H
#define CHEST_H

#include "api.h"

CHEST_API int chest_open(int number);
CHEST_API int chest_close(int number);
CHEST_API int chest_put(int number);
CHEST_API int chest_take(int number);
CHEST_API int chest_count(int number);
CHEST_API int chest_lock(int number);
CHEST_API int chest_unlock(int number);
CHEST_API int chest_hide(int number);
CHEST_API int chest_find(int number);
CHEST_API int chest_move(int number);

#endif
