#include <stdio.h>

int yard(void);

int main(void) {
  yard();
  printf("long %d\n", yard());
  return 0;
}
