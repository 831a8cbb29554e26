#include <stdio.h>

int main(void) {
    printf("drops 1\n");
    return 0;
}
