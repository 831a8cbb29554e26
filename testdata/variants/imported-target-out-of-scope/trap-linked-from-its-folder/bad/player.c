#include <stdio.h>

int decode(int frame);

int main(void) {
  printf("frame %d\n", decode(6));
  return 0;
}
