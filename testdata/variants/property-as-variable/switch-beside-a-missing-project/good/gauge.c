#include <stdio.h>

int needle(void);

int main(void) {
    printf("needle %d\n", needle());
    return 0;
}
