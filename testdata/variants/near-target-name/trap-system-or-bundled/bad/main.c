#include <stdio.h>

int reel(void);

int main(void) {
  printf("reel %d\n", reel());
  return 0;
}
