#include "moon.h"

extern "C" int moon_start() { return moon_height(1); }
