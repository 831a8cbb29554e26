#include <stdio.h>

void rotor_start(void) {
  puts("turning");
}
