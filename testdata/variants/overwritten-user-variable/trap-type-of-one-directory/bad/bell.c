#include <stdio.h>

int main(void) {
#ifdef NDEBUG
  puts("quiet");
#else
  puts("loud");
#endif
  return 0;
}
