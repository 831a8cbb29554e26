#include "pen.h"

#include <cstdio>

int main() {
    Pen pen(9);
    std::printf("ink %d\n", pen.draw(4));
    return 0;
}
