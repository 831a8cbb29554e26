#include <stdio.h>

#include "level.h"

int main(void) {
  printf("level %d\n", clamp(12));
  return 0;
}
