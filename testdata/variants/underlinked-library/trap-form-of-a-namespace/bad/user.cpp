#include "core.hpp"

int user_run(int n) {
  return core::spin(n);
}
