#include <stdio.h>

int main(void)
{
    printf("level %d\n", 4);
    return 0;
}
