#define _GNU_SOURCE
#include <dlfcn.h>

int core_close(int x);

int core_open(int x) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "core_open");
  return real(core_close(x)) * 2;
}
