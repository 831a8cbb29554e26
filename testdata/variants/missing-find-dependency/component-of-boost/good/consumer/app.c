#include <stdio.h>

int store(void);

int main(void) {
    printf("store %d\n", store());
    return 0;
}
