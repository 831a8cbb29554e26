#include <stdio.h>

int tile(void);

int main(void) {
  printf("tile %d\n", tile());
  return 0;
}
