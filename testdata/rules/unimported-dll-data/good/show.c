#include "gauge.h"

int start(void)
{
    gauge_fill(2);
    return gauge_level == 5 ? 0 : 1;
}
