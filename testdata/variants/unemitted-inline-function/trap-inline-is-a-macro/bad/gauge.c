#include <stdio.h>

#include "gauge.h"

int main(void) {
  printf("fathoms %d\n", fathoms(30));
  return 0;
}
