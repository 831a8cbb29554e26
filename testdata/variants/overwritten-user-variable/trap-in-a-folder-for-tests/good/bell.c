#include <stdio.h>

int main(void) {
  puts("ding");
  return 0;
}
