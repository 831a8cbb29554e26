#include "easel.h"

int core_size(void) { return 3; }
