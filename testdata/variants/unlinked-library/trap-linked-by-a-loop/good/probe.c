#include <stdio.h>

int grain(void);

int main(void) {
    printf("sacks %d\n", grain());
    return 0;
}
