#include "knob.h"

#include <cstdio>

int main() {
    turn();
    std::printf("level %d\n", Knob::one().level);
    return 0;
}
