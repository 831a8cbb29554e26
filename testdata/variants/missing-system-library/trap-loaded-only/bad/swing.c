#include <math.h>

double swing_height(double length, double angle)
{
  return length * (1.0 - cos(angle));
}
