#include <stdio.h>

int gauge(void);

int main(void)
{
    printf("gauge %d\n", gauge());
    return 0;
}
