#include "moon.h"

int moon_phase(int day) { return day % 28; }
