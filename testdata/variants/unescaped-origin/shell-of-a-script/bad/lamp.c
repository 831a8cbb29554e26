#include <stdio.h>

int wick(void);

int main(void) {
  printf("light %d\n", wick());
  return 0;
}
