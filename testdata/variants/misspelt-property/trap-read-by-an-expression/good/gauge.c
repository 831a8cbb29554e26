#include <stdio.h>

int main(void) {
  puts(TITLE);
  return 0;
}
