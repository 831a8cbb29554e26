#include "trees.h"

int count_trees(void) {
  return 12;
}
