#pragma once

#include "moon.h"

int tide_level(int day);

inline bool is_spring_tide(int day) { return moon_phase(day) % 14 == 0; }
