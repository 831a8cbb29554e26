#include <stdio.h>

int double_level(void);

int main(void) {
  printf("level %d\n", double_level());
  return 0;
}
