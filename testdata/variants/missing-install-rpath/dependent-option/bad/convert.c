#include <stdio.h>

int metre(void);

int main(void) {
    printf("cm %d\n", metre());
    return 0;
}
