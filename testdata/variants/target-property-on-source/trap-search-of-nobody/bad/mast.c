#include <stdio.h>

int main(void)
{
    puts("hoisted");
    return 0;
}
