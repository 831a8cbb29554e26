#include "wave.h"

int wave_level(int step) { return step * 7; }
