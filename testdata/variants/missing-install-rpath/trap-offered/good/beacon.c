#include <stdio.h>

int lamps(void);

int main(void) {
  printf("lamps %d\n", lamps());
  return 0;
}
