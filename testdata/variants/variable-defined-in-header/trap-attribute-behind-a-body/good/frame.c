#include <stdio.h>
#include "frame.h"

int main(void) {
  struct frame frame = {1, 2};
  printf("sent %d\n", send_frame(&frame));
  return 0;
}
