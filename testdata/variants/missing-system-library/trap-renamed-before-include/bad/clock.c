#include <stdio.h>

double swing_height(double length, double angle);

int main(int argc, char **argv) {
  (void)argv;
  printf("height %.1f\n", swing_height(2.0, argc));
  return 0;
}
