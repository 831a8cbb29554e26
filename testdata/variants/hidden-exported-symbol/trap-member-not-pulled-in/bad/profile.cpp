#include "bits.h"

int profile_size(void) {
  return bits_of(12);
}
