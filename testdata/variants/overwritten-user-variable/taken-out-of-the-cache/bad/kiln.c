#include <stdio.h>

#ifndef HEAT
#define HEAT 0
#endif

int main(void) {
  printf("heat %d\n", HEAT);
  return 0;
}
