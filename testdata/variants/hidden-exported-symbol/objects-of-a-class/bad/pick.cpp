#include "orchard.h"

#include <cstdio>

static int takeTwice(orchard::Tree &tree) { return tree.take(1) + tree.take(2); }

int main() {
    orchard::Tree tree(7);
    std::printf("%d left\n", takeTwice(tree));
    return 0;
}
