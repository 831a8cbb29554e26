#include <stdio.h>

int main(void) {
  puts("below " BELOW);
  return 0;
}
