#include <cstdio>
#include <dlfcn.h>
#include "core.hpp"

int main() {
  core_add(1);
  void *module = dlopen("./f.so", RTLD_NOW);
  auto load = reinterpret_cast<int (*)()>(dlsym(module, "load"));
  return std::printf("added %d\n", load()) < 0;
}
