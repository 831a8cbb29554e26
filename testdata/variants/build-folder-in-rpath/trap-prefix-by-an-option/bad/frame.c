#include <stdio.h>

int sill_height(void);

int main(void) {
  printf("height %d\n", sill_height());
  return 0;
}
