#include <dlfcn.h>
#include <stdio.h>

int host_scale(void) {
  return 4;
}

int main(int argc, char **argv) {
  void *plug = dlopen(argc > 1 ? argv[1] : "./libplug.so", RTLD_NOW);
  int (*run)(void) = plug ? (int (*)(void))dlsym(plug, "plug_run") : 0;
  if (!run) {
    printf("%s\n", dlerror());
    return 1;
  }
  printf("run %d\n", run());
  return 0;
}
