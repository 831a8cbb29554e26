#include <stdio.h>

int well(void);

int main(void) {
  printf("well %d\n", well());
  return 0;
}
