#include "bell.h"

void strike(int hour) {
  if (on_hour)
    on_hour(hour);
}
