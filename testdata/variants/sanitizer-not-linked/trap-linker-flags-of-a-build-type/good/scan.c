#include <stdio.h>

int main(void) {
  printf("scanned %d\n", 7);
  return 0;
}
