#include <stdio.h>

int main(void)
{
    printf("vendor %s\n", VENDOR);
    return 0;
}
