#include <stdio.h>

#include "table.h"

int main(void) {
    printf("table %d\n", TABLE);
    return 0;
}
