#include <stdio.h>

#include <tin.h>

int main(void) {
  printf("turns %d\n", tin_turns() + LID_TURNS);
  return 0;
}
