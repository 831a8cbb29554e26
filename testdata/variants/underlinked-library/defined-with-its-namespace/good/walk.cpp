#include "route.h"

#include <cstdio>

int main() {
    std::printf("%d steps\n", atlas::Route().run());
    return 0;
}
