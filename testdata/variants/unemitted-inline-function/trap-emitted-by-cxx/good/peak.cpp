#include "level.h"

int peak(int level) {
  return clamp(level + 2);
}
