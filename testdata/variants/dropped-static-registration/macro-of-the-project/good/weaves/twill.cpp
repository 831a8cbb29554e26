#include "registry.h"

static int twill() { return 2; }

REGISTER_WEAVE("twill", twill);
