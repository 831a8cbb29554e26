#include <stdio.h>

#include "codec.h"

int main(void) {
  printf("level %d\n", CODEC_LEVEL);
  return 0;
}
