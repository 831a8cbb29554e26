#include <stdio.h>

int lamp(void);

int main(void) {
    printf("lamps %d\n", lamp());
    return 0;
}
