#include "trees.h"

static int heights[16];

int tree_plant(int place) { return heights[place] = 1; }
int tree_water(int place) { return ++heights[place]; }
int tree_prune(int place) { return --heights[place]; }
int tree_graft(int place) { return heights[place] = 3; }
int tree_fell(int place) { return heights[place] = 0; }
