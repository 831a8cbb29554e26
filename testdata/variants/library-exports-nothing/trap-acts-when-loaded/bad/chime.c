#include <stdio.h>

int chime_tones(int tones)
{
    return tones * 2;
}

__attribute__((constructor)) void chime_load(void)
{
    printf("tones %d\n", chime_tones(4));
}
