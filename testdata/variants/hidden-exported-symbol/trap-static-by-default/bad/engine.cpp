#include "engine.h"

int engine_power(int gear) {
  return gear * 20;
}
