#include "tide.hpp"

int tide_rises(int hour) { return hour % 12 < 6; }
int tide_falls(int hour) { return hour % 12 >= 6; }
int tide_height(int hour) { return tide_rises(hour) ? hour % 12 : 12 - hour % 12; }
int tide_low(int hour) { return tide_height(hour) < 2; }
int tide_turns(int hour) { return hour % 6 == 0; }

extern "C" int start() { return 0; }
