#include "wave.h"

int wave_height(int base) { return base + 1; }
