#include <meshkit/mesh.h>
#include <meshkit/viewer.h>

int meshkit_viewer_lines(int vertices, int faces)
{
    return 2 * meshkit_edges(vertices, faces);
}
