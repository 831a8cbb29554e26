#include "library.h"
#include "tide.h"

#include <cstdio>

int main() {
    Library plug("build/tide_plug.so");
    std::printf("tide %d %d\n", plug.is_open(), tide_height(1));
}
