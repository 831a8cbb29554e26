#include <stdio.h>

int strike(void);

int main(void) {
  printf("gong %d\n", strike());
  return 0;
}
