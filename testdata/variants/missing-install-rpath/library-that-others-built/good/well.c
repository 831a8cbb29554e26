#include <stdio.h>

int winch(void);

int main(void) {
  printf("depth %d\n", winch());
  return 0;
}
