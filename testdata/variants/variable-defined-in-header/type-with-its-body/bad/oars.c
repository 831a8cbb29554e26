#include "boat.h"

int row(void) {
  return ++crew_on_board.rowers;
}
