#include <stdio.h>

extern const char blob[];

int main(void)
{
    printf("blob %s\n", blob);
    return 0;
}
