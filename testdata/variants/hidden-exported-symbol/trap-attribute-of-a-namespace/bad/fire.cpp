#include <cstdio>

#include "kiln.hpp"

int main() {
  std::printf("degrees %d\n", kiln::degrees(60));
  return 0;
}
