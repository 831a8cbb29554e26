#include <stdio.h>

int image_width(int accelerated);

int main(void)
{
    printf("width %d\n", image_width(0));
    return 0;
}
