#include <stdio.h>

int tones(void);

int main(void) {
  printf("tones %d\n", tones());
  return 0;
}
