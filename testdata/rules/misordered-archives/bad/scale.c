#include <stdio.h>

int weigh(int ounces);

int main(void) {
  printf("%d g\n", weigh(2));
  return 0;
}
