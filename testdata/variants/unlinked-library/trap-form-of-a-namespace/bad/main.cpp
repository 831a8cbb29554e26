#include <cstdio>

#include "core.hpp"

int main() {
  std::printf("turns %d\n", core::spin(2));
  return 0;
}
