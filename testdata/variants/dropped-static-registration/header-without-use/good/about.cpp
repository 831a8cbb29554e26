#include <cstdio>

#include "rack.h"

int main() {
  std::printf("rack %s\n", version());
  return 0;
}
