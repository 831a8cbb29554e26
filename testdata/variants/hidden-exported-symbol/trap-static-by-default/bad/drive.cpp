#include "engine.h"

#include <cstdio>

int main() {
  std::printf("power %d\n", engine_power(3));
  return 0;
}
