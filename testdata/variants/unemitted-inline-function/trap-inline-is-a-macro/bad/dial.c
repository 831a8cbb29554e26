#include <stdio.h>

#include "dial.h"

int (knots)(int miles);

int main(void) {
  printf("knots %d\n", knots(4));
  return 0;
}
