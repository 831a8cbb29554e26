#include <stdio.h>

#include "trees.h"

int main(void) {
  int count = count_trees();
  printf("%d trees\n", count);
  return 0;
}
