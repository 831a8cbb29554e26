#include "well.h"

static int level;

int WELL_CALL well_open(int depth) { return level = depth; }
int WELL_CALL well_draw(int amount) { return level -= amount; }
int WELL_CALL well_fill(int amount) { return level += amount; }
int WELL_CALL well_level(void) { return level; }
int WELL_CALL well_close(void) { return level = 0; }

int start(void) { return 0; }
