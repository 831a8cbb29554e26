#include <stdio.h>

int meter_peak(int a, int b);

int main(void)
{
    printf("peak %d\n", meter_peak(3, 7));
    return 0;
}
