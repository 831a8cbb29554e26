#include <stdio.h>

int main(void) {
  printf("plain\n");
  return 0;
}
