#include "host.h"
void start(void) { host_log("plugin started"); }
