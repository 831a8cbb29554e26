#include "swing.h"

#include <stdio.h>

int main(int argc, char **argv)
{
  (void)argv;
  printf("height %.1f\n", swing_height(2.0, argc - 1.0));
  return 0;
}
