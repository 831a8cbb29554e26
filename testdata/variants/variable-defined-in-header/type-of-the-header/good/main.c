#include <stdio.h>
#include "chat.h"

int main(void) {
  enter();
  printf("people %d\n", lobby.people);
  return 0;
}
