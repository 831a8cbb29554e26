#include <stdio.h>

void rotor_start(void);

int main(void) {
  puts("ready");
  fflush(stdout);
  rotor_start();
  return 0;
}
