#include <stdio.h>

int skin(void);

int main(void) {
  printf("beat %d\n", skin());
  return 0;
}
