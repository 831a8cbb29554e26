#include <stdio.h>

int depth(void);

int main(void)
{
    printf("depth %d\n", depth());
    return 0;
}
