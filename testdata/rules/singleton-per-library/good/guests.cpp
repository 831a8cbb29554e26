#include <cstdio>
#include "door.h"

int main() {
    let_in();
    std::printf("guests %d\n", guest_count());
}
