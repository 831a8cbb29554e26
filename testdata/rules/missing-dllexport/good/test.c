#include "codec.h"

int start(void) {
  codec_open();
  codec_raise(20);
  int level = codec_clamp(codec_level());
  codec_close();
  return level == 9 ? 0 : 1;
}
