#include <stdio.h>

int main(void) {
  puts("lifted");
  return 0;
}
