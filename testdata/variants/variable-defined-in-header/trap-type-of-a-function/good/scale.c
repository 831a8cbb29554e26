#include "meter.h"

int scale(int value) {
  return value * 2;
}
