#include <stdio.h>

int decode(int byte);

int main(void) {
  printf("decoded %d\n", decode(43));
  return 0;
}
