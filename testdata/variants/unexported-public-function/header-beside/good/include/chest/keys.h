#ifndef KEYS_H
#define KEYS_H

#include "api.h"

CHEST_API int keys_copy(int number);

#endif
