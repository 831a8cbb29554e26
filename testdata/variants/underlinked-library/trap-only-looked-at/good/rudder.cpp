#include "rudder.h"

int rudder_turn(int degrees) { return degrees; }
const unsigned char rudder_steps[12] = {1, 2, 3};
