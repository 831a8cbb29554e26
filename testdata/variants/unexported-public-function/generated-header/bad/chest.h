#ifndef CHEST_H
#define CHEST_H

#include "chest_export.h"

CHEST_EXPORT int chest_open(int number);
CHEST_EXPORT int chest_close(int number);
CHEST_EXPORT int chest_put(int number);
CHEST_EXPORT int chest_take(int number);
CHEST_EXPORT int chest_count(int number);
int chest_empty(int number);

#endif
