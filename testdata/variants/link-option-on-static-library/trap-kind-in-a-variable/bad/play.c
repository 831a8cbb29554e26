#include <stdio.h>

int waves_read(void);

int main(void) {
  printf("wave %d\n", waves_read());
  return 0;
}
