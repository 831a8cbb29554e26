#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *effect = dlopen("./gain.so", RTLD_NOW);
  int (*level)(int) = effect ? (int (*)(int))dlsym(effect, "gain_level") : 0;
  if (!level) {
    printf("no effect: %s\n", dlerror());
    return 1;
  }
  printf("gain %d\n", level(4));
  return 0;
}
