#include <stdio.h>

int clock_now(void);

int main(void) {
  printf("now %d\n", clock_now());
  return 0;
}
