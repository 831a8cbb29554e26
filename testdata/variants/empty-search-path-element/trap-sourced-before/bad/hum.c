#include <stdio.h>

int main(void) {
  puts("hum");
  return 0;
}
