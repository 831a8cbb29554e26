#pragma once

#include <string>

namespace veckit {

/// Compiles a source text into a shared object with the compiler that VECKIT_CXX names.
void compile(const std::string& source, const std::string& output);

}
