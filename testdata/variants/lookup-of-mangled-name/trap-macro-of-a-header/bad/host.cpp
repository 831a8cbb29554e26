#include <cstdio>
#include <dlfcn.h>

int main() {
  void *plugin = dlopen("./build/libtone.so", RTLD_NOW);
  if (!plugin) {
    return 1;
  }
  auto start = reinterpret_cast<int (*)()>(dlsym(plugin, "tone_start"));
  auto stop = reinterpret_cast<int (*)()>(dlsym(plugin, "tone_stop"));
  auto pause = reinterpret_cast<int (*)()>(dlsym(plugin, "tone_pause"));
  if (!start || !stop || !pause) {
    std::puts("not found");
    return 1;
  }
  std::printf("sum %d\n", start() + stop() + pause());
  return 0;
}
