#include <stdio.h>

int main(void) {
  puts("warm");
  return 0;
}
