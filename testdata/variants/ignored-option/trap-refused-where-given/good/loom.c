#include <stdio.h>

#ifndef THREAD
#define THREAD "cotton"
#endif

int main(void) {
  puts(THREAD);
  return 0;
}
