#include "core.h"

#define DEBUG_LEVEL 0
#define STR(x) #x

const char *user_text(void) {
  return STR(core_open(1));
}

int user_fold(int n) {
  if (DEBUG_LEVEL && core_close(1))
    return 1;
  if (sizeof(void *) == 3)
    return core_close(2);
  return DEBUG_LEVEL ? core_open(n) : 0;
}
