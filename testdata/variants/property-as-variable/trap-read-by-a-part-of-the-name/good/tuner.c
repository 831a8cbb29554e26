#include <stdio.h>

int main(void) {
  puts("440");
  return 0;
}
