#include <stdio.h>

int tick(void);

int main(void) {
  printf("tick %d\n", tick());
  return 0;
}
