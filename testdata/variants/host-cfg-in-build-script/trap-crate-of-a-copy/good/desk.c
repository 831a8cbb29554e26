#include <stdio.h>

int spools(void);

int main(void)
{
    printf("spools %d\n", spools());
    return 0;
}
