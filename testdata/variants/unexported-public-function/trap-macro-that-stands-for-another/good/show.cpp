#include "shelf/address.h"

#include <cstdio>

int main()
{
    shelf::Address address{"oak"};
    std::printf("%s\n", address.c_name());
    return 0;
}
