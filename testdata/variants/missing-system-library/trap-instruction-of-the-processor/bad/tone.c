#include <stdio.h>

#include "hum.h"

int main(void) {
  printf("level %.0f\n", hum_level(9.0));
  return 0;
}
