#include <stdio.h>

int band_width(void);
int tone(void);

int main(void) {
  printf("width %d tone %d\n", band_width(), tone());
  return 0;
}
