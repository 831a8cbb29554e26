#include "door.h"

void let_in() {
    ++door::guest_count();
    ++door::Book::instance().lines;
}
