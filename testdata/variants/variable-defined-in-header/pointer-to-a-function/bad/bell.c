#include <stdio.h>
#include "bell.h"

static int show(int hour) {
  return printf("hour %d\n", hour);
}

int main(void) {
  on_hour = show;
  strike(3);
  return 0;
}
