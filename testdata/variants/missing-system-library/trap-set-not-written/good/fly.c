#include <stdio.h>

void *kite(const char *file);

int main(void) {
  puts(kite("none.so") ? "up" : "down");
  return 0;
}
