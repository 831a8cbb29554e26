#include <stdio.h>

int fan(void);

int main(void) {
  printf("fan %d\n", fan());
  return 0;
}
