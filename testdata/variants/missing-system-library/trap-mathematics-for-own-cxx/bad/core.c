#include <math.h>

double core_length(double x, double y) { return sqrt(x * x + y * y); }
