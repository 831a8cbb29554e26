#include <stdio.h>

int main(void) {
  puts("ring");
  return 0;
}
