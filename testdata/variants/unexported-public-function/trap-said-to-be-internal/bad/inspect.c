#include <stdio.h>

#include "chest.h"

int main(void) {
  printf("worms %d\n", chest_worms(2));
  return 0;
}
