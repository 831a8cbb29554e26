#include <stdio.h>
#include "meter/src/meter.c"
int main(void) {
  printf("reads %d\n", meter_read());
  return 0;
}
