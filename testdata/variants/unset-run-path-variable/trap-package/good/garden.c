#include <stdio.h>

int moss(void);

int main(void) {
    printf("moss %d\n", moss());
    return 0;
}
