#include "scale.h"

#include <cstdio>

int stall();
int cart();

int main() {
    std::printf("wares %d\n", wares() * stall() * cart());
    return 0;
}
