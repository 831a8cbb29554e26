#include <gauge/gauge.h>

int rig_offset(int channel);

int wind_value(void)
{
    return gauge_read(2) + rig_offset(2);
}
