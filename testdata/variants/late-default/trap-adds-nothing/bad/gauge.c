#include <stdio.h>

int main(void) {
  puts("gauge");
  return 0;
}
