#include "core.h"

int run(int start) { return core_add(start, 3); }
