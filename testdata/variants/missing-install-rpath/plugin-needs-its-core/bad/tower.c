#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  void *handle = argc > 1 ? dlopen(argv[1], RTLD_NOW) : 0;
  if (!handle) {
    puts(dlerror());
    return 1;
  }
  int (*ring)(void) = (int (*)(void))dlsym(handle, "ring");
  printf("rings %d\n", ring ? ring() : 0);
  return 0;
}
