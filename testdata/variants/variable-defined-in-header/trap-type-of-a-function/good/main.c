#include <stdio.h>

#include "meter.h"

int main(void) {
  printf("scaled %d\n", scale(4));
  return 0;
}
