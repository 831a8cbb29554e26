#include <stdio.h>
#include "cave.h"

int main(void) {
    printf("%s %d\n", place, depth);
    return 0;
}
