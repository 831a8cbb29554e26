#include "level.h"

int report(void) {
  return level_of("!late");
}
