#include "swing.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    printf("height %.1f\n", swing_height(1.0, (double)(argc - 1)));
    return 0;
}
