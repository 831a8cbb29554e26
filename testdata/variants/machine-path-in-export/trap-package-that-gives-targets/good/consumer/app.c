#include <stdio.h>

int lens(void);

int main(void) {
    printf("lens %d\n", lens());
    return 0;
}
