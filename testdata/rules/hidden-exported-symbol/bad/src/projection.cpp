#include <atlas/layer.h>

double atlas_metres_per_pixel(int zoom)
{
    return 156543.0 / static_cast<double>(1 << zoom);
}
