#include <stdio.h>

int main(void) {
  puts("tower");
  return 0;
}
