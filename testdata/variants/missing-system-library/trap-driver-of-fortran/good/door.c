#include <stdio.h>

#include "hinge.h"

int main(void) {
  printf("width %.0f\n", hinge_width(2.0, 3.0));
  return 0;
}
