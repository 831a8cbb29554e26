#include <stdio.h>

int main(void)
{
    puts("tone");
    return 0;
}
