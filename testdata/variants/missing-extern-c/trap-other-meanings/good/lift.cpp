#include <cstdio>

#include "button.h"

struct Panel {
  int press(int times) { return times + 1; }
};

struct Cabin : Panel {
  int call() { return press(4); }
};

int main() {
  auto light = [](int floor) { return floor * 10; };
  Cabin cabin;
  std::printf("floor %d, light %d\n", cabin.call(), light(3));
  return 0;
}
