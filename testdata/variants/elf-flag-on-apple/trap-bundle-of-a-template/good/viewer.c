#include <stdio.h>

int vault_open(void);

int main(void) {
    printf("open %d\n", vault_open());
    return 0;
}
