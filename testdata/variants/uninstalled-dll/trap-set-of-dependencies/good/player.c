#include <stdio.h>

#include "codec.h"

int main(void) {
    printf("codec %d\n", codec());
    return 0;
}
