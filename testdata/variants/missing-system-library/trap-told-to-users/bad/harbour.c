#include <stdio.h>

int ferry(int *boat);

int main(void) {
  int boat = 7;
  printf("left %d\n", ferry(&boat));
  return 0;
}
