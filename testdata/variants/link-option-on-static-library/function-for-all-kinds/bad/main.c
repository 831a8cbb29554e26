#include <stdio.h>

int volume(void);

int main(void) {
  printf("volume %d\n", volume());
  return 0;
}
