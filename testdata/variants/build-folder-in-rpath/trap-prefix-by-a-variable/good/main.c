#include <stdio.h>

int lines(void);

int main(void) {
  printf("lines %d\n", lines());
  return 0;
}
