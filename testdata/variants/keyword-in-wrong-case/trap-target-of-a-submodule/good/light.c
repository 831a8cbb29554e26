#include <stdio.h>

int flashes(void);

int main(void)
{
    printf("%d flashes\n", flashes());
    return 0;
}
