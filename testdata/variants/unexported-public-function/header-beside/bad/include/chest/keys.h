#ifndef KEYS_H
#define KEYS_H

#include "api.h"

int keys_copy(int number);

#endif
