#include <stdio.h>

#include "ferry.h"

int main(void) {
  pull(5);
  printf("crossings %d\n", crossings);
  return 0;
}
