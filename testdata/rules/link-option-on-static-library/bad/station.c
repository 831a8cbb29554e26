#include <stdio.h>

char *pump_address(void);

int main(void) {
  puts(pump_address() ? "level set" : "no level");
  return 0;
}
