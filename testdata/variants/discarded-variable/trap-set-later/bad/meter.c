#include <stdio.h>

int main(void) {
#ifdef SCALE
  puts("scaled");
#else
  puts("level 4");
#endif
  return 0;
}
