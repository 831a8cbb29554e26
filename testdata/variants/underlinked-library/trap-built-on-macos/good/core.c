#include "core.h"

int core_open(int x) {
  return x;
}

int core_close(int x) {
  return x;
}
