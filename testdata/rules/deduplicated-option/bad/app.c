#include <stdio.h>

int main(void) {
    puts("linked");
    return 0;
}
