#include "gauge.h"

int river_rises(void) { return gauge_get(); }
