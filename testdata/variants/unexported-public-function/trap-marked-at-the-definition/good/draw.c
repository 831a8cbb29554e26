#include "shapes.h"
#include <stdio.h>

int main(void) {
    printf("hull %d\n", hull(1));
    return 0;
}
