#include "tide.h"

extern "C" int tide_start() { return tide_height(1); }
