#include <stdio.h>

int main(void)
{
    puts("depth 3");
    return 0;
}
