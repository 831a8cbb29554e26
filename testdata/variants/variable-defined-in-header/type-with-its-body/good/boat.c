#include <stdio.h>
#include "boat.h"

int main(void) {
  row();
  printf("rowers %d\n", crew_on_board.rowers);
  return 0;
}
