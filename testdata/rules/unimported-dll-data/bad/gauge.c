#include "gauge.h"

int gauge_level = 3;

int gauge_fill(int amount)
{
    gauge_level += amount;
    return gauge_level;
}
