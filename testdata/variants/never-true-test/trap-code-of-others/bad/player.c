#include <stdio.h>

int codec(void);

int main(void) {
    printf("codec %d\n", codec());
    return 0;
}
