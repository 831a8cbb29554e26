#include <stdio.h>

long pump(void);

int main(void) {
    printf("level %ld\n", pump());
    return 0;
}
