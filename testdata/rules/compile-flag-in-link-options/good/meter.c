#include <stdio.h>

int main(void) {
#ifdef WITH_UNITS
  puts("5 bar");
#else
  puts("5");
#endif
  return 0;
}
