#include <stdio.h>

int inkwell(void);

int main(void) {
  printf("wells %d\n", inkwell());
  return 0;
}
