#include <stdio.h>

#ifndef STATIONS
#define STATIONS 3
#endif

int main(void) {
  printf("%d stations\n", STATIONS);
  return 0;
}
