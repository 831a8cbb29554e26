#include <stdio.h>

double cos(double);

int main(int argc, char **argv) {
  (void)argv;
  printf("latch %.0f\n", cos(argc - 1.0));
  return 0;
}
