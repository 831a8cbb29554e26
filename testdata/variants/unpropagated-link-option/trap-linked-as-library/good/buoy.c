#include <math.h>

double buoy_height(double time)
{
  return 1.0 + cos(time);
}
