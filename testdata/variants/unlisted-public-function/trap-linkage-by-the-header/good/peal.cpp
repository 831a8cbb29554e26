#include "peal.h"

int peal_ring(int times) { return times; }
