#include <cstdio>

#include "gauge.h"

namespace gauge {

static void probe()
{
    needle->turn(9);
    std::printf("degrees %d\n", needle->degrees);
}

}

int main()
{
    gauge::probe();
    return 0;
}
