#include <stdio.h>

int host(void);

int main(void) {
    printf("codec %d\n", host());
    return 0;
}
