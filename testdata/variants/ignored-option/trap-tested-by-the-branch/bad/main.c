#include <stdio.h>

int main(void) {
  puts("plugins " PLUGINS "");
  return 0;
}
