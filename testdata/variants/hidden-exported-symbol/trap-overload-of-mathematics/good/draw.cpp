#include <cmath>
#include <cstdio>

#include "plot.h"

int main() {
    std::printf("ticks %d of %d\n", plot_ticks(), static_cast<int>(ceil(49.5)));
    return 0;
}
