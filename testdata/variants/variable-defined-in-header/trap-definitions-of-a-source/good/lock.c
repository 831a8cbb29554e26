#include "barge.h"

void fill(int feet) {
  draught += feet;
}
