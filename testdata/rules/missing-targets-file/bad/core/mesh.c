#include <meshkit/mesh.h>

int meshkit_edges(int vertices, int faces)
{
    return vertices + faces - 2;
}
