#include <stdio.h>

int backend(void);
int backend_version(void);

int main(void) {
  printf("version %d, backend %d\n", backend_version(), backend());
  return 0;
}
