#include <stdio.h>

int main(void) {
  puts(RENDERER);
  return 0;
}
