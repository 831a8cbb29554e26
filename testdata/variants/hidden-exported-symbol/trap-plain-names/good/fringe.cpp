#include "loom.h"
#include "parts.h"

namespace shop {
static int knot(double width) { return static_cast<int>(width) * 3; }
}

int fringe() { return shop::knot(1.5); }
