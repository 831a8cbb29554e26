#include "coin.h"
#include <stdio.h>

int main(void) {
  printf("coin %d\n", coin_toss(5));
  return 0;
}
