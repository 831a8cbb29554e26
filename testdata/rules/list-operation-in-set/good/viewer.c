#include <stdio.h>

int scale(int x);

int main(void) {
  printf("%d\n", scale(14));
  return 0;
}
