#include <stdio.h>

#include "pack.h"

int main(void)
{
    printf("packed %d\n", pack(3));
    return 0;
}
