#include "rivet.h"

static int level;

int rivet_open(int depth) { return level = depth; }
int rivet_draw(int amount) { return level -= amount; }
int rivet_fill(int amount) { return level += amount; }
int rivet_level(void) { return level; }
int rivet_close(void) { return level = 0; }
