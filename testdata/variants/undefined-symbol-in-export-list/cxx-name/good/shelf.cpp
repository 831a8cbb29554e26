#include "store.hpp"

#include <cstdio>

int main()
{
    std::printf("size %d of %d\n", store::size(), store::capacity);
    return 0;
}
