#include <stdio.h>

int main(void) {
#ifdef STONE
  printf("ground %d\n", STONE);
#endif
  return 0;
}
