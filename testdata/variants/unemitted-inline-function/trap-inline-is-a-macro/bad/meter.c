#include <stdio.h>

#include "meter.h"

int main(void) {
  printf("level %d\n", clamp(12));
  return 0;
}
