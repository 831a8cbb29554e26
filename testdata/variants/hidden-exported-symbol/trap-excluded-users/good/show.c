#include <stdio.h>

#include "mesh.h"

int main(void) {
    printf("faces %d\n", mesh_size());
    return 0;
}
