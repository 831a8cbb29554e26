#include <cstdio>

#include "steps.h"

int main()
{
    Step<int> step;
    std::printf("sum %d\n", step.run());
    return 0;
}
