#include <stdio.h>

int main(int count, char **words) {
  (void)words;
  return printf("answer %d\n", 41 + count) < 0;
}
