#include <stdio.h>

int tide(void);
int wave(void);

int main(void) {
    printf("tide %d of %d\n", tide(), wave());
    return 0;
}
