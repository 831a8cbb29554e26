#include "harbour.h"

#include <cstdio>

int main() {
    Harbour *harbour = harbour_open(4);
    harbour_take(harbour);
    std::printf("%d berths\n", harbour_berths(harbour));
    harbour_close(harbour);
}
