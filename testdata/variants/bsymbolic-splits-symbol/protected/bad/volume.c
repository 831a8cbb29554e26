#include <stdio.h>
#include "mixer.h"

int main(void) {
    mixer_louder();
    printf("level %d\n", mixer_level);
    return 0;
}
