#include <stdio.h>

int ext_rate(void);

int main(void)
{
    printf("rate %d\n", ext_rate());
    return 0;
}
