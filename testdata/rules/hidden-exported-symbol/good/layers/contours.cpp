#include <atlas/layer.h>

double atlas_layer_spacing(int zoom)
{
    return atlas_metres_per_pixel(zoom) < 200.0 ? 50.0 : 250.0;
}
