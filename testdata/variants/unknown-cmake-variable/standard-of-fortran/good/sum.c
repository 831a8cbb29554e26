#include <stdio.h>

int main(void)
{
    printf("standard %s\n", WRITTEN);
    return 0;
}
