#pragma once

#include <string>

/// The text that is given to the device compiler.
std::string compile_stencil(int order);
