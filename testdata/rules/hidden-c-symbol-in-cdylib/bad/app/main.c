#include <stdio.h>

int mixer_gain(void);

int main(void) {
    printf("gain %d\n", mixer_gain());
    return 0;
}
