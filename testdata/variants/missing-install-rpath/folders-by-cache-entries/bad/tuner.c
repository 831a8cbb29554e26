#include <stdio.h>

int pitch(void);

int main(void) {
    printf("pitch %d\n", pitch());
    return 0;
}
