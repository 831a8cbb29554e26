#include <stdio.h>

int a(void);
int b(void);

int main(void)
{
    printf("sum %d\n", a() + b());
    return 0;
}
