#include "boat.h"

struct crew crew_on_board;

int row(void) {
  return ++crew_on_board.rowers;
}
