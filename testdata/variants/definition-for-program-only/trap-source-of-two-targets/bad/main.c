#include <stdio.h>

const char *sound(void);

int main(void)
{
    printf("sound %s\n", sound());
    return 0;
}
