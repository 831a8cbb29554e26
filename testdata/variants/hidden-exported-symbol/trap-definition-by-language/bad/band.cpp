#include "band.h"

#include <cstdio>

int main() {
    std::printf("notes %d %d %d\n", drum_notes(), flute_notes(), harp_notes());
    return 0;
}
