#include <stdio.h>

int main(void) {
  puts("south");
  return 0;
}
