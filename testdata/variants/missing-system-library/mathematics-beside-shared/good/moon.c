#include "orbit.h"

#include <math.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    (void)argv;
    double angle = orbit_angle(argc - 1);
    printf("height %.1f\n", cos(angle));
    return 0;
}
