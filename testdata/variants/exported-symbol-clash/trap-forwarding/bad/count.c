#define _GNU_SOURCE
#include <dlfcn.h>

static int calls;

/* Counts, and has the library do it. */
int set_level(int level) {
  int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, "set_level");
  calls++;
  return next(level);
}

int count_calls(void) { return calls; }
