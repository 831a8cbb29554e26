#include <stdio.h>

int main(void) {
  printf("name %d\n", NAME);
  return 0;
}
