#include <stdio.h>

const char *gear_name(void);

int main(void)
{
    puts(gear_name());
    return 0;
}
