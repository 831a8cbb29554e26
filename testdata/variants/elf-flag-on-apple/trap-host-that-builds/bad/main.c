#include <stdio.h>

int main(void) {
  printf("boot %d\n", 3);
  return 0;
}
