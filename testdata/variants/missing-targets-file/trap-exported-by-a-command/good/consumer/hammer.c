#include <stdio.h>

int anvil(void);

int main(void) {
    printf("anvil %d\n", anvil());
    return 0;
}
