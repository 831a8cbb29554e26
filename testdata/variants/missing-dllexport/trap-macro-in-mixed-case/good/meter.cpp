#include <cstdio>

#include "pump.h"

int main() {
  Inlet inlet;
  Gauge gauge;
  std::printf("%s %d\n", Valve::name(1), Valve::turns(2) + inlet.open() + gauge.rate());
  return 0;
}
