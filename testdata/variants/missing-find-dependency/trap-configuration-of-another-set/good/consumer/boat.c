#include <stdio.h>

int chart(void);

int main(void)
{
    printf("%d charts\n", chart());
    return 0;
}
