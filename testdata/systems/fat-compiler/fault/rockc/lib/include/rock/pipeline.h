#pragma once

#include <string>

namespace rock {

/// Makes device code; gives its size in bytes.
int compile(const std::string &kernel);

}
