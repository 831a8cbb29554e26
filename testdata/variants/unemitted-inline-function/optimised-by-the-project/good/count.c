#include <stdio.h>

#include "tree.h"

int main(int argc, char **argv) {
  (void)argv;
  printf("leaves %d\n", leaves(depth(argc)));
  return 0;
}
