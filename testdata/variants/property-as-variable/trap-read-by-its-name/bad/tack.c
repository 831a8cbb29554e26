#include <stdio.h>

int main(void) {
  printf("tacked %ld\n", __STDC_VERSION__);
  return 0;
}
