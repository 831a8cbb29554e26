#include <stdio.h>

int main(void) {
  puts("grip 3");
  return 0;
}
