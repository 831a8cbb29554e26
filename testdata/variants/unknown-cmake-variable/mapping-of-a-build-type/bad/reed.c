#include <stdio.h>

int main(void) {
  puts("reed");
  return 0;
}
