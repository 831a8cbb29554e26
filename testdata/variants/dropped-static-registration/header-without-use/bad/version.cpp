#include "rack.h"

const char *version() { return "1"; }
