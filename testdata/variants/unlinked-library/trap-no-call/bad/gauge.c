#include "format.h"

int gauge(void) { return format_value(1); }
