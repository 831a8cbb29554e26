#include <stdio.h>

int hook(void);

int main(void) {
  printf("hook %d\n", hook());
  return 0;
}
