#include <stdio.h>

int lens(void);

int main(void) {
    printf("mm %d\n", lens());
    return 0;
}
