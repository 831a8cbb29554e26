#define _GNU_SOURCE
#include <dlfcn.h>

int beacon(void) {
  void *self = dlopen(0, RTLD_NOW);
  return self ? dlclose(self) : 1;
}
