#include <stdio.h>
#include "bell.h"

int main(void) {
    puts(is_ring(ring) ? "the same" : "another");
    return 0;
}
