#include <stdio.h>

int knot(void);

int main(void) {
  printf("tied %d\n", knot());
  return 0;
}
