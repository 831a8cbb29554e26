#include "loom.h"
#include "parts.h"

#include <cstdio>

using namespace loom;

int main() {
    auto count = [](int sides) { return sides * hem(); };
    std::printf("cloth %d, fringe %d, hem %d, hems %d\n", weave(3), fringe(), hem(), count(2));
}
