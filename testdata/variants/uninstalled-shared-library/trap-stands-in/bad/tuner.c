#include <stdio.h>

int hal_pitch(void);

int main(void) {
  printf("hal %d\n", hal_pitch());
  return 0;
}
