#include <stdio.h>

__attribute__((weak)) int backend(void);
int backend_version(void);

int main(void) {
  printf("version %d, backend %d\n", backend_version(), backend ? backend() : 0);
  return 0;
}
