#include "tilt.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    printf("height %.1f\n", tilt_height(argc - 1));
    return 0;
}
