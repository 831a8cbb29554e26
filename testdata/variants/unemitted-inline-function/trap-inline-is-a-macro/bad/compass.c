#include <stdio.h>

#include "compass.h"

int main(void) {
  printf("bearing %d\n", bearing(2));
  return 0;
}
