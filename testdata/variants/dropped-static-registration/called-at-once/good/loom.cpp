#include "registry.h"

#include <cstdio>

int main()
{
    Weave weave = find_weave("twill");
    if (!weave) {
        std::printf("no twill\n");
        return 1;
    }
    std::printf("twill %d\n", weave());
    return 0;
}
