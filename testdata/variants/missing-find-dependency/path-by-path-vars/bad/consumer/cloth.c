#include <stdio.h>

int loom(void);

int main(void) {
  printf("woven %d\n", loom());
  return 0;
}
