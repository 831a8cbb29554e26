#include <stdio.h>

int low(void);
int high(void);

int main(void) {
  printf("%d %d\n", low(), high());
  return 0;
}
