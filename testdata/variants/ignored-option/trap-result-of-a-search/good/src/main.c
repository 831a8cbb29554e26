#include <stdio.h>

int main(void) {
  puts("meter 4");
  return 0;
}
