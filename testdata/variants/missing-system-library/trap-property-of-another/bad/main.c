#include <stdio.h>

int beacon(void);

int main(void) {
  printf("beacon %d\n", beacon());
  return 0;
}
