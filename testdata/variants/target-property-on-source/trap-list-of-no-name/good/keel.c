#include <stdio.h>

int main(void)
{
    puts("afloat");
    return 0;
}
