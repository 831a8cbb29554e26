#pragma once

#include <string>

namespace rock {

/// Makes device code and the host code that starts it; gives the size of both in bytes.
int compile_with_host(const std::string &kernel);

}
