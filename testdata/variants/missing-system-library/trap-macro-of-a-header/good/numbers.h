#pragma once
#include <math.h>

double table_cos(double angle);
