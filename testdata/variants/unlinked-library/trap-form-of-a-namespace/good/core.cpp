#include "core.hpp"

int core::spin(int x) {
  return x;
}
