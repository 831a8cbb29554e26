#include "platform.h"
#include "swing.h"

#include <math.h>

#if defined(SWING_WINDOWS)
double swing_height(double length, double angle)
{
  return length * angle;
}
#elif SWING_POSIX
double swing_height(double length, double angle)
{
  return length * (1.0 - cos(angle));
}
#endif
