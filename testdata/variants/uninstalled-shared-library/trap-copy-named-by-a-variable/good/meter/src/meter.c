#include "meter.h"
int meter_read(void) { return 8; }
