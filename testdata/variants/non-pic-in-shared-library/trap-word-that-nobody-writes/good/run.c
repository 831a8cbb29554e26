#include <stdio.h>

int tank_fill(void);

int main(void) {
  printf("litres %d\n", tank_fill());
  return 0;
}
