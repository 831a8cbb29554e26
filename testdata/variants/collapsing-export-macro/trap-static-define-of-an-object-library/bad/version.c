#include "dial.h"

const char *dial_version(void) { return DIAL_VERSION; }
