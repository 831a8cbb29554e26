#include "well.h"

static int water, bottom;

int well_open(int depth) { return bottom = depth; }
int well_draw(int amount) { return water -= amount; }
int well_fill(int amount) { return water += amount; }
int well_depth(void) { return bottom; }
int well_close(void) { return water = 0; }
