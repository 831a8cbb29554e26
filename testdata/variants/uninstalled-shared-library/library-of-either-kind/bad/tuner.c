#include <stdio.h>

int scale(void);

int main(void) {
    printf("pitch %d\n", scale());
    return 0;
}
