#include "meadow.h"
#include "scythe.h"

#include <cstdio>

using namespace meadow;

int main() {
    Flower flower;
    Herb herb;
    Patch<int> patch(4);
    Hedge hedge;
    Animal &animal = hare();
    Scythe scythe;
    int all = flower.petals() + herb.leaves() + herb.leaves(1) + herb.roots() + Herb::count();
    all += patch.value() + hedge.height() + animal.legs() + scythe.cut(6) + Scythe().cut(1);
    std::printf("%d in all\n", all);
    return 0;
}
