#include <stdio.h>

int main(void) {
  puts("engine");
  return 0;
}
