#include "mesh.h"

int mesh_edges(void) {
    return 12;
}

int mesh_size(void) {
    return mesh_edges() / 2;
}
