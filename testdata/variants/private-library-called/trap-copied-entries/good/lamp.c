#include "lamp.h"

int lamp_watts(void) {
  return 60;
}
