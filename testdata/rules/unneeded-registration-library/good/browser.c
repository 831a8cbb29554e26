#include <stdio.h>

int main(void) {
  puts("browsing");
  return 0;
}
