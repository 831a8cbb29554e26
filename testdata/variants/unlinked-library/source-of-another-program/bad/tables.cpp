#include "format.h"

#include <cstdio>

int main()
{
    std::printf("%d digits\n", Format::digits(120));
    return 0;
}
