#include "helm.h"

#include <cstdio>

int main() {
    std::printf("%d of %d\n", helm_turn(7, "librudder.so"), helm_steps());
    return 0;
}
