#include "hull.h"

int hull(int size) { return size + 7; }
