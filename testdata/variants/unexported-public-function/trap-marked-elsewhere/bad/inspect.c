#include <stdio.h>

#include "chest.h"

int main(void) {
  printf("flushed %d\n", chest_flush(2));
  return 0;
}
