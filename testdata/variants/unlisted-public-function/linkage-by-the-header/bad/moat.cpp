#include "moat.h"

static int level;

int moat_open(int depth) { return level = depth; }
int moat_draw(int amount) { return level -= amount; }
int moat_fill(int amount) { return level += amount; }
int moat_level(void) { return level; }
int moat_close(void) { return level = 0; }
