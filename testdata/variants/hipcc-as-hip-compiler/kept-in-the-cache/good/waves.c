#include <stdio.h>

int main(void) {
    puts("waves");
    return 0;
}
