#include "scale.h"

const char *const scale_units[2] = {"kg", "lb"};
int scale_digits = 2;
