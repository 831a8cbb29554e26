#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *plugin = dlopen(PLUGIN, RTLD_NOW);
  int (*run)(void) = plugin ? (int (*)(void))dlsym(plugin, "plugin_run") : 0;
  printf("rib %d\n", run ? run() : -1);
  return 0;
}
