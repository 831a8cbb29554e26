#include "peek.h"

#include <stdio.h>

int main(void)
{
    printf("bound %lu\n", peek_bound(10));
    return 0;
}
