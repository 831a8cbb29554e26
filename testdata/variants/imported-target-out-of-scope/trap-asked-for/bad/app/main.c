#include <stdio.h>

int a(void);

int main(void)
{
    printf("one %d\n", a());
    return 0;
}
