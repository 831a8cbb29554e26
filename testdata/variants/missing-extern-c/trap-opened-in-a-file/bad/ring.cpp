#include <cstdio>

#include "open.h"
#include "bell.h"
#include "close.h"

int main() {
  std::printf("rang %d\n", bell_ring(3));
  return 0;
}
