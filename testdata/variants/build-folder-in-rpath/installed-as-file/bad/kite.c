#include <stdio.h>

int wind_speed(void);

int main(void)
{
    printf("wind %d\n", wind_speed());
    return 0;
}
