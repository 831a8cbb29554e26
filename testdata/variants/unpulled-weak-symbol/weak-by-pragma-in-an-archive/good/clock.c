#include <stdio.h>

int tick_length(void);

int main(void) {
  printf("tick %d\n", tick_length());
  return 0;
}
