#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *gain = dlopen("libgain.so", RTLD_NOW);
  if (!gain) {
    return 1;
  }
  printf("level %d\n", ((int (*)(int))dlsym(gain, "gain_apply"))(21));
  return 0;
}
