#include <gauge/gauge.h>

int heat_value(void)
{
    return gauge_read(1);
}
