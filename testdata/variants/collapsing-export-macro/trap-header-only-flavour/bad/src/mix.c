#include <palette.h>

#include <stdio.h>

int main(void)
{
    printf("mixed: %d\n", palette_mix(10, 20));
    return 0;
}
