#pragma once
#include <math.h>

double table_cos(double angle);
#define cos table_cos
