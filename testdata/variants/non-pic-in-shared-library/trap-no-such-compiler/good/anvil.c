#include <stdio.h>

int smith_work(void);

int main(void) {
  smith_work();
  printf("heat %d\n", smith_work());
  return 0;
}
