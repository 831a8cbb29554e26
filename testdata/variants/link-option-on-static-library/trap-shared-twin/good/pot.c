#include <stdio.h>

int kiln_heat(int wood);

int main(void) {
  printf("heat %d\n", kiln_heat(3));
  return 0;
}
