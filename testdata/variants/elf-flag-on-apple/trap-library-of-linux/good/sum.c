#include <stdio.h>
#include <time.h>

int main(void) {
  struct timespec now;
  printf("sum %d\n", clock_getres(CLOCK_MONOTONIC, &now) + 7);
  return 0;
}
