#include <stdio.h>

int strokes(void);

int main(void) {
    printf("strokes %d\n", strokes());
    return 0;
}
