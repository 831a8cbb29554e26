#include <cstdio>

#include "keys.h"

int main() {
    std::printf("keys %d\n", keys_count());
    return 0;
}
