#include <cstdio>
#include <dlfcn.h>

int main(int argc, char **argv) {
  void *effect = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (!effect) {
    std::printf("no effect: %s\n", dlerror());
    return 1;
  }
  auto level = reinterpret_cast<int (*)(int)>(dlsym(effect, "echo_level"));
  if (!level) {
    std::printf("no function: %s\n", dlerror());
    return 1;
  }
  std::printf("level %d\n", level(8));
  return 0;
}
