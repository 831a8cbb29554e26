#include <cstdio>

#include "core.h"

template <class T>
concept Opens = requires(T t) { core_open(t); };

struct Guard {
  explicit Guard(int x) : h(core_open(x)) {}
  ~Guard() { core_close(h); }
  int h;
};

int main() {
  std::printf("opens %d\n", Opens<int> ? 1 : 0);
  return 0;
}
