#include <stdio.h>

int main(void) {
  puts(CHART);
  return 0;
}
