#include <stdio.h>

#include "scale.h"

int main(void) {
    scale_digits = 3;
    printf("%.*f %s\n", scale_digits, 1.5, scale_units[0]);
    return 0;
}
