#include <stdio.h>

int main(void) {
    puts("reeds");
    return 0;
}
