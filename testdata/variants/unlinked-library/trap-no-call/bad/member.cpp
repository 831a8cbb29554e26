#include <cstdio>
#include "base.hpp"
#include "format.h"

struct Gauge : Base {
  int show();
};

int Gauge::show() { return std::printf("value %d\n", format_value(1)); }

int main() { return Gauge().show() < 0; }
