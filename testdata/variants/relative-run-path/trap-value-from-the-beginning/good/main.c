#include <stdio.h>

int draw(void);

int main(void) {
  printf("draw %d\n", draw());
  return 0;
}
