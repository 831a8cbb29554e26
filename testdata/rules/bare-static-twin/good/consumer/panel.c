#include <stdio.h>

int gauge_read(void);

int main(void)
{
    printf("gauge %d\n", gauge_read());
    return 0;
}
