#include "core.h"

int user_run(int n) {
  return core_open(n);
}
