#include <stdio.h>

int main(void) {
  puts("store " STORE "");
  return 0;
}
