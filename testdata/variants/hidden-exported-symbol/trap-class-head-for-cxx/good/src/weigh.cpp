#include <cstdio>

#include "scale.h"

int main() {
    scale_load box(40);
    scale_load lid(2);
    std::printf("weight %d\n", scale_load::sum(box, lid));
}
