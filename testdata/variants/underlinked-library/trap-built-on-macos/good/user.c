#include "core.h"

int user_run(int n) {
  return __builtin_choose_expr(0, core_open(n), n);
}
