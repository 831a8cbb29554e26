#include "rib.h"

int rib_shape(int size) { return size + 1; }
int rib_name(int size) { return rib_shape(size); }
int rib_size(int size) { return rib_shape(size) * 2; }
int rib_length(int size) { return rib_shape(size) * 3; }
int rib_width(int size) { return rib_shape(size) * 4; }
