#include "plot.h"
int axis_length(void) { return 12; }
