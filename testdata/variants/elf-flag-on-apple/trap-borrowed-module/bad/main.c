#include <stdio.h>

int part(void);

int main(void) {
  printf("part %d\n", part());
  return 0;
}
