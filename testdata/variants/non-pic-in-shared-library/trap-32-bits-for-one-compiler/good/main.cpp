#include <cstdio>

int background();

int main()
{
    std::printf("background %d\n", background());
}
