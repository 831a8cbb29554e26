#include <stdio.h>

int main(void) {
  puts(SYSROOT);
  return 0;
}
