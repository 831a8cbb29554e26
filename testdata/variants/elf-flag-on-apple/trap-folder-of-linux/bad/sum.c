#include <stdio.h>

#ifdef __APPLE__
#define SYSTEM "other"
#else
#define SYSTEM "this"
#endif

int main(void) {
  puts("sum on " SYSTEM);
  return 0;
}
