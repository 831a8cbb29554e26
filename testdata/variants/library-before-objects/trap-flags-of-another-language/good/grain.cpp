#include <cstdio>

int main() {
  std::puts("flour");
  return 0;
}
