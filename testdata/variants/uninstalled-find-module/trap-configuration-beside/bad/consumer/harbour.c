#include <stdio.h>

int tide(double hours);

int main(void) {
    printf("tide %d\n", tide(1.0));
    return 0;
}
