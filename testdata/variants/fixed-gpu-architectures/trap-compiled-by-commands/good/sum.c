#include <stdio.h>

int main(void) {
  puts("sum 7");
  return 0;
}
