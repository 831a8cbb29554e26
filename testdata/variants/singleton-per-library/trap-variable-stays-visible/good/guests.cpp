#include <cstdio>
#include "door.h"

int main() {
    let_in();
    std::printf("guests %d, lines %d\n", door::guest_count(), door::Book::instance().lines);
}
