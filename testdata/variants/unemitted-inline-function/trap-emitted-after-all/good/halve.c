#include "gauge.h"

int halve_again(int level) {
  return halve(halve(level));
}
