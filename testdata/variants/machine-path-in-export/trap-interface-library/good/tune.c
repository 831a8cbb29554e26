#include <math.h>
#include <stdio.h>

int main(int count, char **words) {
  (void)words;
  printf("tune %.0f\n", floor(count * 2.5));
  return 0;
}
