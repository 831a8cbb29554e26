#include <cstdio>

int main() {
  std::puts("effects");
  return 0;
}
