#include <stdio.h>

#include "core.h"

int main(void) {
  printf("chosen %d\n", _Generic(1.0, int: core_open(1), default: 0));
  return __builtin_types_compatible_p(__typeof__(core_close(1)), int) - 1;
}
