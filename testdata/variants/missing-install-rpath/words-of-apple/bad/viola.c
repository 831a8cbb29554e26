#include <stdio.h>

int strokes(void);

int main(void) {
  printf("%d strokes\n", strokes());
  return 0;
}
