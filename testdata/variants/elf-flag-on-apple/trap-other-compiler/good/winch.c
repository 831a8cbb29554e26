#include <stdio.h>

int main(void)
{
    puts("hauled");
    return 0;
}
