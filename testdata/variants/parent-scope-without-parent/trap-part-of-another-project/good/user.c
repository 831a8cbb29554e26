#include <stdio.h>

int board(void);

int main(void) {
  printf("%d %d\n", board(), LEVEL);
  return 0;
}
