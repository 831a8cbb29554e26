#include "hum.h"

#include <math.h>

double hum_level(double power) {
  return sqrt(power);
}
