#include "shapes.h"

SHAPES_API int arc(int size) { return size + 0; }

SHAPES_API int beam(int size) { return size + 1; }

SHAPES_API int cone(int size) { return size + 2; }

SHAPES_API int disk(int size) { return size + 3; }

SHAPES_API int edge(int size) { return size + 4; }

SHAPES_API int face(int size) { return size + 5; }

SHAPES_API int grid(int size) { return size + 6; }

SHAPES_API int hull(int size) { return size + 7; }
