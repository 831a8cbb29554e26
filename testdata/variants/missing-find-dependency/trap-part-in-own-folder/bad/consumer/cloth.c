#include <stdio.h>

int dye(void);

int main(void) {
  printf("dyed %d\n", dye());
  return 0;
}
