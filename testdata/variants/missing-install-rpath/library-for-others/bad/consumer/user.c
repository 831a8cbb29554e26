#include <stdio.h>

int middle(void);

int main(void) {
    printf("user %d\n", middle());
    return 0;
}
