#include "core.hpp"

int core_add(int n) {
  static int sum;
  return sum += n;
}
