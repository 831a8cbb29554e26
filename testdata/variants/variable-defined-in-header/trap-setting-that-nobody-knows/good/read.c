#include <stdio.h>

int meter(int value);

int main(void) {
    printf("read %d\n", meter(4));
    return 0;
}
