#include <cstdio>

int compiler_targets();

int main()
{
    std::printf("targets: %d\n", compiler_targets());
    return 0;
}
