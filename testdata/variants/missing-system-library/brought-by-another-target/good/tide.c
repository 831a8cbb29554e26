#include <math.h>

double tide_height(double hour);

double tide_height(double hour)
{
    return sin(hour);
}
