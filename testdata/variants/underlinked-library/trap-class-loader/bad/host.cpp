#include <Poco/ClassLoader.h>
#include <cstdio>
#include "core.hpp"

struct Plugin {};

int main() {
  core_add(1);
  Poco::ClassLoader<Plugin> loader;
  void *module = loader.loadLibrary("./f.so");
  auto load = reinterpret_cast<int (*)()>(dlsym(module, "load"));
  return std::printf("added %d\n", load()) < 0;
}
