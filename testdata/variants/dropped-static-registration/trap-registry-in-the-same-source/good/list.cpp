#include "paths.h"

#include <cstdio>

int main()
{
    std::printf("bin %d\n", find_path("bin"));
    return 0;
}
