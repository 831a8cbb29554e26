#include <stdio.h>
#ifndef WITH_CORE
#define WITH_CORE 0
#endif
int main(void) {
  printf("core %d\n", WITH_CORE);
  return 0;
}
