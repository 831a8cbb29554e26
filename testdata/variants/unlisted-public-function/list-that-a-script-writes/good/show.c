#include "scale.h"

#include <stdio.h>

int main(void)
{
    printf("ten %d\n", scale_ten());
    return 0;
}
