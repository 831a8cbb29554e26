#include <stdio.h>

int tuner_pitch(void);

int main(void)
{
    printf("pitch %d\n", tuner_pitch());
    return 0;
}
