#include <stdio.h>

int extra(void);

int main(void) {
    printf("strokes %d\n", extra());
    return 0;
}
