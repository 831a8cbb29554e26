#include "wave.h"

extern "C" int wave_start() { return wave_height(1); }
