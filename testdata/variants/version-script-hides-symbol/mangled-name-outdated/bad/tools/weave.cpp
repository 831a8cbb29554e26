#include <loom/loom.h>

#include <cstdio>

int main()
{
    std::printf("%d threads\n", loom::threads(140));
    return 0;
}
