#include "mill.h"

static int ground(void) {
  return sacks;
}
