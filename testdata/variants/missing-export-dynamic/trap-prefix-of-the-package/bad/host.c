#include <dlfcn.h>
#include <stdio.h>
int core_level(void);
int main(void) {
  void *part = dlopen("./libpart.so", RTLD_NOW);
  if (!part) {
    puts(dlerror());
    return 1;
  }
  int (*level)(void) = (int (*)(void))dlsym(part, "part_level");
  printf("%d\n", level() + core_level());
  return 0;
}
