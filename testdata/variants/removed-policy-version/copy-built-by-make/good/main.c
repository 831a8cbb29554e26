#include <stdio.h>

int pack(int size);

int main(void)
{
    printf("packed %d\n", pack(8));
    return 0;
}
