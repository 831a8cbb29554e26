#include "grid.h"

int grid(int size) { return size + 6; }
