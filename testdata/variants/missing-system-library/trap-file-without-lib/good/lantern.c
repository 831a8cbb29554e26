#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  void *wick = dlopen("./build/wick.so", RTLD_NOW);
  int (*light)(void) = wick ? (int (*)(void))dlsym(wick, "light") : 0;
  printf("lit %d\n", light ? light() : -1);
  return 0;
}
