#include <cstdio>

#include "meter.h"

int main() {
  Meter depth("depth");
  std::printf("depth %d\n", depth.read());
  return 0;
}
