#include <stdio.h>

#include "scan.h"

int main(void) {
    printf("states %d\n", scan_states());
    return 0;
}
