#include "core.hpp"

extern "C" int load() { return core_add(1); }
