#include "base.h"

int feature(void) { return base_register(1); }
