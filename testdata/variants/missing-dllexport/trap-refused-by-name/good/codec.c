#include "codec.h"

static int level;

int codec_open(void) {
  level = 1;
  return level;
}

void codec_close(void) {
  level = 0;
}

int codec_level(void) {
  return level;
}

void codec_raise(int by) {
  level += by;
}

int codec_clamp(int value) {
  return value > 9 ? 9 : value;
}
