#include "gauge.h"
#include "format.h"

int gauge_read(void) { format_value(1); return 7; }
