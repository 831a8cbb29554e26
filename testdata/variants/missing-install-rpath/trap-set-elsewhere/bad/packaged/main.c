#include <stdio.h>

int deep(void);

int main(void)
{
    printf("deep %d\n", deep());
    return 0;
}
