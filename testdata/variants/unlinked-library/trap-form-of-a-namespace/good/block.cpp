#include "core.hpp"

namespace core {
int spin(int x) {
  return x + 1;
}
} // namespace core
