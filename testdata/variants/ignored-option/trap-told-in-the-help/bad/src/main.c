#include <stdio.h>

int main(void) {
  puts(CHECKER " " PORT);
  return 0;
}
