#include "ink.h"
#include "letter.h"

#include <cstdio>

int main() {
    Ink ink(5);
    std::printf("%d drops\n", ink.left() + letter_write());
    return 0;
}
