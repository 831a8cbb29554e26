#include <stdio.h>

int main(void) {
  puts("deep");
  return 0;
}
