#include <stdio.h>

int cipher(int value);

int main(void) {
    printf("coin %d\n", cipher(7));
    return 0;
}
