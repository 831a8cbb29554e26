#include <stdio.h>

int main(void)
{
    puts("blur 3");
    return 0;
}
