#pragma once

#include <string>

namespace rock {

/// The kernel's text in the compiler's own form.
std::string lower(const std::string &kernel);

}
