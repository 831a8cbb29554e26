#include <stdio.h>

__attribute__((constructor)) static void begin(void) {
  fputs("traced\n", stderr);
}
