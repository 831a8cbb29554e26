#include <stdio.h>

int sum(int a, int b);

int main(void) {
    printf("sum %d\n", sum(3, 4));
    return 0;
}
