#include "ticks.h"

#include <stdio.h>

int main(void)
{
    printf("ticks %u\n", ticks());
    return 0;
}
