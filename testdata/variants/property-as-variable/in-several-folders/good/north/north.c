#include <stdio.h>

int main(void) {
  puts("north");
  return 0;
}
