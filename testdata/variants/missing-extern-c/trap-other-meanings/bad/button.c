#include "button.h"

int light(int floor) { return floor % 2; }

int press(int times) { return times * 2 + light(times); }
