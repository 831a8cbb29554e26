#include <stdio.h>

int main(void) {
  puts("kind " KIND "");
  return 0;
}
