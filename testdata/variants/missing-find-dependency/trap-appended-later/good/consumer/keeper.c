#include <stdio.h>

int store_count(int shelves);

int main(void)
{
  printf("%d shelves\n", store_count(6));
  return 0;
}
