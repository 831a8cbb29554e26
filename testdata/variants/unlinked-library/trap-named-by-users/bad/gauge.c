#include "ruler.h"

int gauge(void) { return ruler_length(1); }
