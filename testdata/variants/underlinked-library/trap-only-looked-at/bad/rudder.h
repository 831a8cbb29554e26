#pragma once

extern "C" int rudder_turn(int degrees);
extern const unsigned char rudder_steps[12];
