#include <stdio.h>

#include "chain.h"

int main(void) {
    printf("link %d\n", chain_next(3));
    return 0;
}
