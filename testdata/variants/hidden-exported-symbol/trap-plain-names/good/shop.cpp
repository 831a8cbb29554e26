#include "loom.h"
#include "parts.h"

#include <cstdio>

namespace shop {
static int count(int sides) { return sides * hem(); }
}

int main() {
    std::printf("cloth %d, fringe %d, hem %d, hems %d\n", loom::weave(3), fringe(), hem(), shop::count(2));
}
