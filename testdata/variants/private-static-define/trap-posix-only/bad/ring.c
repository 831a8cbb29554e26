#include "bell.h"

#include <stdio.h>

int main(void) {
  printf("rings %d\n", bell_rings());
  return 0;
}
