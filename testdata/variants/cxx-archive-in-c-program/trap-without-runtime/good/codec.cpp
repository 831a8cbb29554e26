#include "codec.h"

extern "C" int codec_length(const char *text) {
  int length = 0;
  while (*text++) {
    length++;
  }
  return length;
}
