#include "hinge.h"

#include <math.h>

double hinge_width(double length, double power) {
  return pow(length, power);
}
