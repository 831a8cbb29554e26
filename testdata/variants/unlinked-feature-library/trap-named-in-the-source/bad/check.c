#include <stdio.h>

int seal(void);

int main(void) {
    printf("seals %d\n", seal());
    return 0;
}
