#include <stdio.h>

#include "scan.h"

int main(void) {
    printf("states %d\n", scan_words("a b"));
    return 0;
}
