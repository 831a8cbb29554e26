#include <stdio.h>

int now(void);

int main(void)
{
    printf("now %d\n", now());
    return 0;
}
