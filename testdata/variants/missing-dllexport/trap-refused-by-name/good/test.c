#include <stdio.h>

#include "codec.h"

int main(void) {
  codec_open();
  codec_raise(20);
  int level = codec_clamp(codec_level());
  codec_close();
  printf("level %d\n", level);
  return 0;
}
