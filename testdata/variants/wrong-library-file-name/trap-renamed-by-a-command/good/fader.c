#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *effect = dlopen("./fade.so", RTLD_NOW);
  int (*level)(int) = effect ? (int (*)(int))dlsym(effect, "fade_level") : 0;
  if (!level) {
    printf("no effect: %s\n", dlerror());
    return 1;
  }
  printf("fade %d\n", level(4));
  return 0;
}
