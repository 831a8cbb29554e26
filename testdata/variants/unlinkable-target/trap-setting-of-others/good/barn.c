#include <stdio.h>

int hay(void);

int main(void) {
  printf("stacked %d\n", hay());
  return 0;
}
