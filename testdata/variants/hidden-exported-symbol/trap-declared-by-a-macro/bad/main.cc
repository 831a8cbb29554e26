#include "api.h"

#include <cstdio>

int main()
{
    dump();
    std::printf("level %d\n", level("a", 4));
    return 0;
}
