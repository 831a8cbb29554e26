#include "tide.h"

#include <cstdio>

int main()
{
    if (is_spring_tide(14))
        std::printf("level %d\n", tide_level(14));
}
