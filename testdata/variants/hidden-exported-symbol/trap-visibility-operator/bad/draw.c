#include "length.h"
#include "width.h"
#include <stdio.h>

int main(void) {
    printf("length %d, width %d\n", length(4), width(4));
    return 0;
}
