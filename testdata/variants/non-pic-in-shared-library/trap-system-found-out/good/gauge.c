#include <stdio.h>

int meter_read(void);

int main(void) {
  printf("gauge %d\n", meter_read());
  return 0;
}
