#include "chest.h"

#include <stdio.h>

int main(void)
{
  printf("%d drawers\n", chest_count());
  return 0;
}
