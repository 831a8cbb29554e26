#include "berth.h"

#include <cstdio>

int main() {
    auto berth = harbour::Berth(40);
    std::printf("%d %d\n", harbour_open(), berth.fits(35));
    return 0;
}
