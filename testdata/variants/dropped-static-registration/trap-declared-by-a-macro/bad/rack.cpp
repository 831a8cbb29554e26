#include "effect.h"

#include <cstdio>

int main() {
    std::printf("rack %d effects\n", effects_loaded());
    return 0;
}
