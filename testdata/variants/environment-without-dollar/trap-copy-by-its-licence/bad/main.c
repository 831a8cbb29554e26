#include <grid.h>
#include <stdio.h>

int main(void)
{
    printf("grid %d\n", grid_size());
    return 0;
}
