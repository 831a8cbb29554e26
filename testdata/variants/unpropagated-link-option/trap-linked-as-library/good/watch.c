#include <stdio.h>

double buoy_height(double time);

int main(int argc, char **argv)
{
  (void)argv;
  printf("height %.1f\n", buoy_height(argc - 1.0));
  return 0;
}
