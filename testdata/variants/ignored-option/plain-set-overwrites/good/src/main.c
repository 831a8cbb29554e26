#include "backends.h"

#include <stdio.h>

int main(void)
{
    printf("backends: %s\n", BACKENDS);
    return 0;
}
