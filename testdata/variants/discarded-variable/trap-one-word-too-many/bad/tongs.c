#include <stdio.h>

int main(void) {
  puts("grip " GRIP);
  return 0;
}
