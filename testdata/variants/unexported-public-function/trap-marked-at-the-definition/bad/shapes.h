#pragma once

#define SHAPES_API __attribute__((visibility("default")))

SHAPES_API int arc(int size);
SHAPES_API int beam(int size);
SHAPES_API int cone(int size);
SHAPES_API int disk(int size);
SHAPES_API int edge(int size);
SHAPES_API int face(int size);
SHAPES_API int grid(int size);
int hull(int size);
