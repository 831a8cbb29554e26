#include <stdio.h>

int dot(void);

int main(void) {
  printf("dot %d\n", dot());
  return 0;
}
