#include <cstdio>
#include "text.hpp"

struct Long : Text {
  int size() override { return 3; }
};

int main() {
  Long text;
  Text &any = text;
  return std::printf("text %d\n", any.size()) < 0;
}
