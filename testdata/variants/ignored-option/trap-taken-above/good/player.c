#include "tuner.h"
#include <stdio.h>

int main(void) {
    printf("pitch %d\n", tuner_pitch());
    return 0;
}
