#include <stdio.h>
#include "coin.h"

int main(void) {
  printf("coin %d\n", coin_toss(7));
  return 0;
}
