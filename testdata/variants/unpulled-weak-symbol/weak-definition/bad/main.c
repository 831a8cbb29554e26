#include <stdio.h>

__attribute__((weak)) int backend(void) {
  return 0;
}

int main(void) {
  printf("backend %d\n", backend());
  return 0;
}
