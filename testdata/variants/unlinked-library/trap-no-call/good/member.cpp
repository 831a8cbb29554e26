#include <cstdio>
#include "base.hpp"

struct Gauge : Base {
  int show();
};

int Gauge::show() { return std::printf("value %d\n", formatted(1)); }

int main() { return Gauge().show() < 0; }
