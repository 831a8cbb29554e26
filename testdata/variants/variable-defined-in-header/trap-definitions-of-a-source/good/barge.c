#include <stdio.h>

#include "barge.h"

int draught;

int main(void) {
  fill(4);
  printf("draught %d\n", draught);
  return 0;
}
