#include <stdio.h>

int gain(void);

int main(void) {
    printf("gain %d\n", gain());
    return 0;
}
