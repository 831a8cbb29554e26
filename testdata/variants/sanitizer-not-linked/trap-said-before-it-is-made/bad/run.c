#include <stdio.h>
int pump_rate(void);
int main(void) {
  printf("rate %d\n", pump_rate());
  return 0;
}
