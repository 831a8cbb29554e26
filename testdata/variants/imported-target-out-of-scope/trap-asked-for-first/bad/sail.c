#include <stdio.h>

int main(void) {
    printf("mast 12\n");
    return 0;
}
