#include "gauge.h"

void cloud_open(void) { gauge_set(4); }
