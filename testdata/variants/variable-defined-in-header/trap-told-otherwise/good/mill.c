#include <stdio.h>

#include "mill.h"
#include "stone.c"
#include "wheel.c"

int sacks;

int main(void) {
  turn(3);
  printf("sacks %d\n", ground());
  return 0;
}
