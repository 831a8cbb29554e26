#include <stdio.h>

int main(void) {
  puts("decoder " DECODER);
  return 0;
}
