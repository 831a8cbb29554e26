#include <stdio.h>

int pitch(void);

int main(void) {
    printf("tone %d\n", pitch());
    return 0;
}
