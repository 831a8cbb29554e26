#include <stdio.h>

int pump(void);

int main(void) {
    printf("strokes %d\n", pump());
    return 0;
}
