#include "numbers.h"

double table_cos(double angle) { return angle < 1.0 ? 1.0 : 0.0; }
