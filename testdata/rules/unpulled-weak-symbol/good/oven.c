#include <stdio.h>

__attribute__((weak)) int probe_degrees(void);

int main(void) {
  if (probe_degrees)
    printf("%d degrees\n", probe_degrees());
  else
    puts("no probe");
  return 0;
}
