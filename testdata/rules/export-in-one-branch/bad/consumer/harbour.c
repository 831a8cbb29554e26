#include <stdio.h>

int tide(void);

int main(void)
{
    printf("tide %d\n", tide());
    return 0;
}
