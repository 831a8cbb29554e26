#include "paths.h"

#include <cstdio>

int main()
{
    std::printf("bin %d\n", tide::find_path("bin"));
    return 0;
}
