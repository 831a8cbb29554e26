#include <stdio.h>

int voice(void);

int main(void) {
  printf("sung %d\n", voice());
  return 0;
}
