#include <stdio.h>

int sound(void);

int main(void) {
    printf("tones %d\n", sound());
    return 0;
}
