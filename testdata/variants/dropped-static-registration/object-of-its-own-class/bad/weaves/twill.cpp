#include "registry.h"

namespace {

int twill() { return 2; }

struct Register {
    Register() { add_weave("twill", twill); }
} at_start;

}
