#include <stdio.h>

int mixer_level(void);

int main(void)
{
    printf("level %d\n", mixer_level());
    return 0;
}
