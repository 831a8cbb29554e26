#include "mill.h"

static void turn(int times) {
  sacks += times;
}
