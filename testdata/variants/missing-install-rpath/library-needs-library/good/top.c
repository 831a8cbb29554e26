#include <stdio.h>

int middle(void);

int main(void) {
    printf("top %d\n", middle());
    return 0;
}
