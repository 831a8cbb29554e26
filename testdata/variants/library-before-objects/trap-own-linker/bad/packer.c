#include <stdio.h>

int squeeze(int bytes);

int main(void) {
  printf("%d bytes\n", squeeze(99));
  return 0;
}
