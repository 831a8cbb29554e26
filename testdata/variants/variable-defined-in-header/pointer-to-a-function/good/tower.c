#include "bell.h"

int (*on_hour)(int hour);

void strike(int hour) {
  if (on_hour)
    on_hour(hour);
}
