#include <stdio.h>

int main(void) {
    printf("ticks 60\n");
    return 0;
}
