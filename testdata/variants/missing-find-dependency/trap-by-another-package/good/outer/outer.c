#include "inner.h"

int outer(void) {
  return INNER;
}
