#include <stdio.h>
#include "standard.h"

int main(void) {
  printf("standard %d\n", STANDARD);
  return 0;
}
