#include "basket.h"

#include <cstdio>

namespace orchard {
Tree *plant();
}

Basket::Basket(orchard::Tree *tree) : tree_(tree) {}

int Basket::fill() { return tree_->take(4); }

int main() {
    Basket basket(orchard::plant());
    std::printf("%d left\n", basket.fill());
    return 0;
}
