#include <dlfcn.h>
#include <stdio.h>

static void *load(void) {
  char name[64];
  for (int version = 3; version > 0; version--) {
    snprintf(name, sizeof name, "libgain.so.%d", version);
    void *gain = dlopen(name, RTLD_NOW);
    if (gain) {
      return gain;
    }
  }
  return dlopen("libgain.so", RTLD_NOW);
}

int main(void) {
  void *gain = load();
  if (!gain) {
    return 1;
  }
  printf("level %d\n", ((int (*)(int))dlsym(gain, "gain_apply"))(21));
  return 0;
}
