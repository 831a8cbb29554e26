#include <stdio.h>

int trim(int length);

int main(void) {
    printf("trimmed to %d\n", trim(5));
    return 0;
}
