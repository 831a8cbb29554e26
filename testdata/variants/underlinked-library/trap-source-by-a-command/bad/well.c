#include "pump.h"

int well(void) { return pump(4); }
