#include <cstdio>

#include "trial.h"

TEST_CASE(of_the_program) {}

int main() {
    std::printf("trials %d\n", trial::run());
    return 0;
}
