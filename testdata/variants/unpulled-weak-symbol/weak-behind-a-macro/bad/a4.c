#include "paper.h"

int paper_width(void) {
  return 210;
}
