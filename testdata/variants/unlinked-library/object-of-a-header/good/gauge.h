#pragma once

#include <memory>

#include "needle.h"

namespace gauge {

// The only one.
extern std::shared_ptr<Needle> needle;

}
