#ifndef MESHKIT_MESH_H
#define MESHKIT_MESH_H

/* Edges of a closed mesh, by Euler's formula. */
int meshkit_edges(int vertices, int faces);

#endif
