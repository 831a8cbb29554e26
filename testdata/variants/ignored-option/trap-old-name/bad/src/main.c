#include <stdio.h>

#include "names.h"

int main(void) {
    printf("backends: %s codecs: %s set: %s\n", BACKENDS, CODECS, SET);
    return 0;
}
