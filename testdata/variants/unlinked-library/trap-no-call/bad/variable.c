#include "format.h"

static int seven(int x) { return x + 6; }

int main(void) {
  int (*format_value)(int) = seven;
  return format_value(1) != 7;
}
