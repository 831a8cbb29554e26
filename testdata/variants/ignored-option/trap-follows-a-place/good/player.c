#include <stdio.h>

#include "codec.h"

int main(void) {
  printf("rate %d, form %s\n", RATE, FORM);
  return 0;
}
