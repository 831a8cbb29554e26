#include <stdio.h>
#include "chat.h"

int main(void) {
  enter();
  printf("people %d\n", people);
  return 0;
}
