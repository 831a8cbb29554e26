#include <math.h>

double dsp_wave(double t) { return sin(t); }
