#include <stdio.h>

const char *zlibVersion(void);

int main(void) {
    printf("major %c\n", zlibVersion()[0]);
    return 0;
}
