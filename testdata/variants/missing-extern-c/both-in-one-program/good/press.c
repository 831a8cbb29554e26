#include "press.h"

int press(int floor) { return floor + 1; }
