#include <cstdio>

extern "C" {
#include "bell.h"
}

int main() {
  std::printf("rang %d\n", bell_ring(3));
  return 0;
}
