#include <stdio.h>

int scale(void);

int main(void) {
  printf("scale %d\n", scale());
  return 0;
}
