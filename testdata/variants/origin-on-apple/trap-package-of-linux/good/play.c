#include <stdio.h>
int horn_tone(void);
int main(void) {
  printf("tone %d\n", horn_tone());
  return 0;
}
