#include <stdio.h>

int tune(int);

int main(void) {
  printf("station %d\n", tune(6));
  return 0;
}
