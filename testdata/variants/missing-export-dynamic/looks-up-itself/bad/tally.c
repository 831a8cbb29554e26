#include <dlfcn.h>
#include <stdio.h>

int tally_rounds(void) {
  return 7;
}

int main(void) {
  void *self = dlopen(NULL, RTLD_NOW);
  int (*rounds)(void) = (int (*)(void))dlsym(self, "tally_rounds");
  if (!rounds) {
    printf("no rounds\n");
    return 1;
  }
  printf("%d rounds\n", rounds());
  return 0;
}
