#include <stdio.h>

int reed(void);

int main(void) {
  printf("reed %d\n", reed());
  return 0;
}
