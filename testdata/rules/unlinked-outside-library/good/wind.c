#include <gauge/gauge.h>

int wind_value(void)
{
    return gauge_read(2);
}
