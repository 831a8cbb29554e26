#include "bits.h"

int bits_of(int value) {
  return value & 7;
}
