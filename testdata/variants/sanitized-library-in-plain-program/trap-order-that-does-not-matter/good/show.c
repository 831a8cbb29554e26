#include <stdio.h>

int level(void);

int main(void) {
  printf("level %d\n", level());
  return 0;
}
