#include <stdio.h>

int motor(void);

int main(void) {
  printf("motor %d\n", motor());
  return 0;
}
