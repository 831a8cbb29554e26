#include <stdio.h>

#include "gauge.h"

static int twice(int glass) {
  return glass + glass;
}

int main(void) {
  printf("poured %d\n", twice(gauge_fill(2)));
  return 0;
}
