#include "registry.h"

static int twill() { return 2; }

static const bool registered = [] {
    register_weave("twill", twill);
    return true;
}();
