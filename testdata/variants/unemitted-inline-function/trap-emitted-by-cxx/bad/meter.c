#include <stdio.h>

#include "level.h"

int main(void) {
  printf("level %d, peak %d\n", clamp(12), peak(5));
  return 0;
}
