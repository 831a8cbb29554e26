#include "limits.h"
#include "registry.h"

#include <cstdio>

int main() {
    Effect echo = find_effect("echo");
    if (echo == nullptr) {
        std::puts("no effects");
        return 0;
    }
    std::printf("echo halves 8 to %d\n", limit(echo(8)));
}
