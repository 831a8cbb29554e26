#include <gridkit/device/stencil.h>

int gridkit::device::stencil_points(int order)
{
    return 2 * order + 1;
}
