#include <stdio.h>

int sieve_rows(int width);

int main(int argc, char **argv)
{
  (void)argv;
  printf("rows %d\n", sieve_rows(argc));
  return 0;
}
