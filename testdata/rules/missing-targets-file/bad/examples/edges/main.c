#include <meshkit/mesh.h>

#include <stdio.h>

int main(void)
{
    printf("a cube has %d edges\n", meshkit_edges(8, 6));
    return 0;
}
