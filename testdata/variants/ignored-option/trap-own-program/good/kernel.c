#include <stdio.h>

int main(void) {
    puts("boot");
    return 0;
}
