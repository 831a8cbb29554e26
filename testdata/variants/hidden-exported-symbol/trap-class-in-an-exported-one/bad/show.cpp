#include <cstdio>
#include "atlas.h"

int main() {
  try {
    return Atlas().page(12);
  } catch (const Atlas::Missing &missing) {
    std::printf("missing %d\n", missing.page);
  }
  return 0;
}
