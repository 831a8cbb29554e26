#include <stdio.h>

int edges(void);

int main(void) {
    printf("size %d\n", edges());
    return 0;
}
