#include <cmath>
#include <cstdio>

int main() {
  std::printf("pipes %d\n", static_cast<int>(std::sqrt(64.0)));
  return 0;
}
