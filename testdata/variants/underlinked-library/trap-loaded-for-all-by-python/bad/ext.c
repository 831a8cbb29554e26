#include "core.h"

int ext_run(void) {
  return core_open(6);
}
