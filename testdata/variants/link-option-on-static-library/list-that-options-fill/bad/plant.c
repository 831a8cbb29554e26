#include <stdio.h>

int pump(void);

int main(void) {
  printf("pumped %d\n", pump());
  return 0;
}
