#include <stdio.h>

int ward(void);

int main(void) {
    printf("gates %d\n", ward());
    return 0;
}
