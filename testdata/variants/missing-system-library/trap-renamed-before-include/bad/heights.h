#pragma once
#include <math.h>

static double height_at(double length, double angle) { return length * (1.0 - cos(angle)); }
