#include "pool.h"

#include <stdio.h>

int main(void)
{
    printf("count %d\n", pool_size());
    return 0;
}
