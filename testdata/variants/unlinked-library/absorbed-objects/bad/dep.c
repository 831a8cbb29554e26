#include "dep.h"
int dep_size(void) { return 8; }
