#include "loom.h"
#include "parts.h"

using namespace loom;

namespace {
int knot(double width) { return static_cast<int>(width) * 3; }
}

int fringe() { return knot(1.5); }
