#include "files.h"

#include <cstdio>

int main()
{
    std::printf("value %d\n", absolute(-4));
    return 0;
}
