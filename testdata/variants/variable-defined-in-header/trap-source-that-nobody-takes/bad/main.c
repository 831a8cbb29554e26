#include <stdio.h>

int enter(void);

int main(void) {
  printf("people %d\n", enter());
  return 0;
}
