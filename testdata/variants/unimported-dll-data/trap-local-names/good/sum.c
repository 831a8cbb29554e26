#include <stdio.h>

#include "gauge.h"

int main(void) {
  int i, all = 0;
  for (i = 0; i < 3; i++)
    all += gauge_fill(i);
  printf("sum %d\n", all);
  return 0;
}
