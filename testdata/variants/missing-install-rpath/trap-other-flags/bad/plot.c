#include <stdio.h>

int loam_depth(void);

int main(void) {
  printf("depth %d\n", loam_depth());
  return 0;
}
