#include <stdio.h>

int main(void) {
    puts("view");
    return 0;
}
