#include "mill.h"

static int sacks_left;

int mill_open(int stones) { return stones > 0; }
int mill_grind(int sacks) { return sacks_left -= sacks; }
int mill_fill(int sacks) { return sacks_left += sacks; }
int mill_stop(void) { return sacks_left; }
int mill_close(void) { return sacks_left = 0; }
