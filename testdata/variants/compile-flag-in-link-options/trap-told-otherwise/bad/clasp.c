#include <stdio.h>

#include "clasp.h"

#ifndef CLASP_TURNS
#error "CLASP_TURNS is not given"
#endif

int main(void) {
  printf("clasp %d\n", CLASP_TURNS + CLASP_MORE);
  return 0;
}
