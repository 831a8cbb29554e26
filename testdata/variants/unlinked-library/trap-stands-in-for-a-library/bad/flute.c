#include <stdio.h>

int wind(int force);

int main(void) {
    printf("wind %d\n", wind(3));
    return 0;
}
