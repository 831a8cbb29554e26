#include <stdio.h>

double cos(double);

int main(int argc, char **argv) {
  (void)argv;
  printf("yarn %.0f %s\n", cos(argc - 1.0), YARN);
  return 0;
}
