#include <math.h>
#include "trace.h"

typedef double (*shape)(double);

double dsp_wave(double t) {
  LOG("%f\n", sin(t));
  if (0) {
    return cos(t);
  }
  return t;
}
double dsp_shape(shape exp, double t) { return exp(t); }
