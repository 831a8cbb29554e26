#include <stdio.h>

int main(void) {
    puts(SOLVER);
    return 0;
}
