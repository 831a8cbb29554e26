#pragma GCC visibility push(hidden)
#include "core.h"
#pragma GCC visibility pop

int level;
int core(void) { return ++level; }
