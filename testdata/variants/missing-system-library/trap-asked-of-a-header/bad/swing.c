#include "config.h"
#include "swing.h"

#ifndef SWING_OWN_COSINE
#include <math.h>
#else
static double cosine(double angle) { return 1.0 - angle * angle / 2.0; }
#endif

double swing_height(double length, double angle)
{
#ifdef SWING_OWN_COSINE
  return length * (1.0 - cosine(angle));
#else
  return length * (1.0 - cos(angle));
#endif
}
