#include "pond.h"

static int level;

int pond_open(int depth) { return level = depth; }
int pond_draw(int amount) { return level -= amount; }
int pond_fill(int amount) { return level += amount; }
int pond_level(void) { return level; }
int pond_close(void) { return level = 0; }
