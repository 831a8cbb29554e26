#include <stdio.h>

int knot(void);

int main(void) {
  printf("knot %d\n", knot());
  return 0;
}
