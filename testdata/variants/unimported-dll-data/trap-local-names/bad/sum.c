#include <stdio.h>

#include "gauge.h"

int main(void) {
  int i, total = 0;
  for (i = 0; i < 3; i++)
    total += gauge_fill(i);
  printf("sum %d\n", total);
  return 0;
}
