#include "lens.h"

#include <cstdio>

int main() {
    std::printf("step %d\n", lens_focus(2.5));
    return 0;
}
