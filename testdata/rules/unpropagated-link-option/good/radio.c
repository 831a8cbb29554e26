#include <stdio.h>

char *tuner_address(void);

int main(void) {
  puts(tuner_address() ? "tuned" : "no level");
  return 0;
}
