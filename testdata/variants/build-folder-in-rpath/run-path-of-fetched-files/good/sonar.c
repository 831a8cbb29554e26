#include <stdio.h>

#include "depth.h"

int main(void) {
    printf("depth %d\n", depth());
    return 0;
}
