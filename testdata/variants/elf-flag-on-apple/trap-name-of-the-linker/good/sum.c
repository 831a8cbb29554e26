#include <stdio.h>

int main(void) {
    printf("sum %d\n", 3 + 4);
    return 0;
}
