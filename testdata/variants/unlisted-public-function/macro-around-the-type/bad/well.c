#include "well.h"

static int level;

int well_open(int depth) { return level = depth; }
int well_draw(int amount) { return level -= amount; }
int well_fill(int amount) { return level += amount; }
int well_level(void) { return level; }
int well_close(void) { return level = 0; }
