#include "load.h"

#include <dlfcn.h>

int threads_of(const char *pattern) {
  void *plugin = dlopen(pattern, RTLD_NOW);
  int (*threads)(void) = plugin ? (int (*)(void))dlsym(plugin, "threads") : 0;
  return threads ? threads() : -1;
}
