#include <stdio.h>

#include "paper.h"

int main(void) {
  printf("width %d\n", paper_width());
  return 0;
}
