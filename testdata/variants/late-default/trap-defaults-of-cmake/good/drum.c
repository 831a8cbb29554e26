#include <stdio.h>

int beat(void);

int main(void) {
  printf("beat %d\n", beat());
  return 0;
}
