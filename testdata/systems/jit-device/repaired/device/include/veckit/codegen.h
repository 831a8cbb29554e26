#pragma once

#include <string>

namespace veckit {

/// An operation over vectors of floats: `out[i] = expression` of `x[i]` and `y[i]`.
struct Kernel {
    std::string name;
    std::string expression;
};

/// The kernel's source, a translation unit of its own.
std::string generate(const Kernel& kernel);

}
