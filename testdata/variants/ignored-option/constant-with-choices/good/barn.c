#include <stdio.h>

int main(void) {
  puts(NAME);
  return 0;
}
