#include <cstdio>

int filter_run();

int main()
{
    std::printf("sum %d\n", filter_run());
}
