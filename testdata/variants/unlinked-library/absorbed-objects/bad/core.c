#include "core.h"
int core_size(void) { return 4; }
