#include <stdio.h>

int main(void) {
  printf("level %d\n", LEVEL);
  return 0;
}
