#include <stdio.h>

int main(void)
{
    printf("mast %d\n", MAST_HEIGHT);
    return 0;
}
