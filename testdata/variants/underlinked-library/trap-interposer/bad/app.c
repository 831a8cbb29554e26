#include <stdio.h>

#include "core.h"

int main(void) {
  printf("open %d\n", core_open(4));
  return 0;
}
