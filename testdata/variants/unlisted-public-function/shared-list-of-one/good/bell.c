#include "bell.h"

int bell_ring(int times) { return times; }
