#include "log.h"

int echo_start(void) { return log_write(1); }
