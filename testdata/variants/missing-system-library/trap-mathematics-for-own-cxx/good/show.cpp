#include <cstdio>

int plot(double x);

int main(int argc, char **)
{
    std::printf("length %d\n", plot(2 + argc));
    return 0;
}
