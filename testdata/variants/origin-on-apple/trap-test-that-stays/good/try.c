#include <stdio.h>

int draw(void);

int main(void) {
  printf("%d\n", draw());
  return 0;
}
