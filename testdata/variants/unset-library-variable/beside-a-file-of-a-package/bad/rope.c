#include "knot.h"

#include <stdio.h>

int main(void)
{
    printf("knots %d\n", knot_count());
    return 0;
}
