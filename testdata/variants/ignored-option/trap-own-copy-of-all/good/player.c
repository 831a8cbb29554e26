#include <stdio.h>

int main(void) {
    printf("player of %s\n", KIND);
    return 0;
}
