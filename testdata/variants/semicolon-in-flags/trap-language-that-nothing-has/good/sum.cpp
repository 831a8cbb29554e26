#include <cstdio>

int main()
{
    std::printf("sum %d\n", 3 + 4);
    return 0;
}
