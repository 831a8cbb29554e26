#include <stdio.h>

int pitch(void);
int scale(void);
int sound(int tone);

int main(void) {
  printf("pitch %d\n", sound(scale() * pitch()));
  return 0;
}
