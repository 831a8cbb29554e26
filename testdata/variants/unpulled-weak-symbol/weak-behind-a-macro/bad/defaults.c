#include "compiler.h"
#include "paper.h"

MAY_BE_REPLACED int paper_width(void) {
  return 0;
}
