#include <stdio.h>
#include "ruler.h"

int main(void) {
  printf("length %d\n", ruler_length(2));
  return 0;
}
