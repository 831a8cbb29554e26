#include "codec.h"
#include "bits.h"

int codec_run(int value) {
  return bits_of(value) + 1;
}
