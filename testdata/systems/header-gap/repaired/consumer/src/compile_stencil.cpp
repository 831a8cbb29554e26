#include "compile_stencil.h"

#include <gridkit/device/stencil.h>
#include <gridkit/host/stencil_source.h>

std::string compile_stencil(int order)
{
    return "// " + std::to_string(gridkit::device::stencil_points(order)) + " points\n" + gridkit::host::stencil_source(order);
}
