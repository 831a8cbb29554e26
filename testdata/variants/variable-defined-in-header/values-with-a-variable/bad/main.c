#include <stdio.h>
#include "chat.h"

int main(void) {
  enter();
  printf("people %d\n", state == OPEN);
  return 0;
}
