#include <math.h>

int tide(double hours) { return (int)(10 * sin(hours)); }
