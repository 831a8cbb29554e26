#include "format.h"

#include <stdio.h>

int main(void)
{
    printf("value %d\n", format_value(4));
    return 0;
}
