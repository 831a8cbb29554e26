#include <stdio.h>

#include "total.h"

int main(void) {
    printf("total %d\n", total_of(3, 4));
    return 0;
}
