#include <stdio.h>

#include "gauge.h"

int main(void) {
  printf("half %d\n", halve(12));
  return 0;
}
