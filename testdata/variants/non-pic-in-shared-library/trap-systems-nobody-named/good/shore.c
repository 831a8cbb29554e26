#include <stdio.h>

int tide(void);

int main(void) {
  tide();
  printf("high %d\n", tide());
  return 0;
}
