#include "../mesh.h"

int main(void) {
    return mesh_edges();
}
