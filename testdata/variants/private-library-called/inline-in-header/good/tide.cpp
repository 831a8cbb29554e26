#include "tide.h"

int tide_level(int day) { return is_spring_tide(day) ? 3 : 1; }
