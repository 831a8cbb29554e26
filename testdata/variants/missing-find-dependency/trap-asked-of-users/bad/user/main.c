#include <stdio.h>

int valve(void);

int main(void) {
  printf("valve %d\n", valve());
  return 0;
}
