#include <stdio.h>

int old(void);

int main(void) {
  printf("old %d\n", old());
  return 0;
}
