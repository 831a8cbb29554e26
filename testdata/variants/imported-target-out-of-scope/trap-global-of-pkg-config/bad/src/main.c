#include <stdio.h>

int main(void) {
  printf("tone %d\n", TONE);
  return 0;
}
