#include <stdio.h>

int main(void) {
    printf("level %d\n", SCALE * BASE);
    return 0;
}
