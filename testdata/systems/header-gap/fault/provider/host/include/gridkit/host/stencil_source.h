#pragma once

#include <string>

namespace gridkit::host {

/// The source of a device function for a stencil of that order.
inline std::string stencil_source(int order)
{
    return "__global__ void stencil_" + std::to_string(order) + "(const float*, float*);";
}

}
