#include <cstdio>

#include "pump.h"

int main() {
  Inlet inlet;
  Gauge gauge;
  std::printf("%s %d\n", valve_name(1), valve_turns(2) + inlet.open() + gauge.rate());
  return 0;
}
