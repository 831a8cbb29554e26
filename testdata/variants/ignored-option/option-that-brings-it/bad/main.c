#include <stdio.h>

int main(void) {
  puts("codec " CODEC "");
  return 0;
}
