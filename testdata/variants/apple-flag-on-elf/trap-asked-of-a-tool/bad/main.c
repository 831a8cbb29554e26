#include <stdio.h>

int lamp(void);

int main(void) {
  printf("lamp %d\n", lamp());
  return 0;
}
