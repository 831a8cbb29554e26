#include <stdio.h>

int gate_open(void);

int main(void) {
  printf("open %d\n", gate_open() > 1);
  return 0;
}
