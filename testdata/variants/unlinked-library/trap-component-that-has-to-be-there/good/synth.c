#include <stdio.h>

#include "wave.h"

int main(void) {
    printf("level %d\n", wave_level(6));
    return 0;
}
