#include "sea.h"

#include <math.h>

double sea_height(double angle)
{
    return cos(angle);
}
