#include <stdio.h>

#include "core.h"

int main(void) {
  printf("open %d\n", core_open(2));
  return 0;
}
