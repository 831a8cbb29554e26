#include <cstdio>

int pfs(int argc);

int main()
{
    std::printf("pfs %d\n", pfs(6));
    return 0;
}
