#include <stdio.h>

int size(void);

int main(void)
{
    printf("size %d\n", size());
    return 0;
}
