#include <stdio.h>

int bucket(void);

int main(void) {
  printf("drawn %d\n", bucket());
  return 0;
}
