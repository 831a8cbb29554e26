#include <stdio.h>
#include "well.h"

int main(void) {
  printf("pump %s\n", PUMP);
  return 0;
}
