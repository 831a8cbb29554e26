#include <stdio.h>
#include "name.h"

int main(void) {
#ifdef NEW
  puts("new " NAME);
#endif
  return 0;
}
