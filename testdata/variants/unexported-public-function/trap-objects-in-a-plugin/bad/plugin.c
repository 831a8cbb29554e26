#include "rib.h"

__attribute__((visibility("default"))) int plugin_run(void) { return rib_name(1) + rib_shape(2); }
