#include "tilt.h"

#include <math.h>

double tilt_height(double angle)
{
    return cos(angle);
}
