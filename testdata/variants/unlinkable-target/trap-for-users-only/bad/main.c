#include <stdio.h>

int main(void) {
  printf("part 7\n");
  return 0;
}
