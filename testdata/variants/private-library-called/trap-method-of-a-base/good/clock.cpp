#include "clock.h"

int ring(int minutes) { return minutes + 1; }
