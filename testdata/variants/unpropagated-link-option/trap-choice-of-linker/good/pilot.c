#include <stdio.h>

int harbour_depth(void);

int main(void) {
  printf("depth %d\n", harbour_depth());
  return 0;
}
