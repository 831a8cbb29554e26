#include "numbers.h"
#include <math.h>
#define cos table_cos
#include "heights.h"

double swing_height(double length, double angle) { return height_at(length, angle); }
