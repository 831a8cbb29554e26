#pragma once
#include <string>

#include "gauge_text.hpp"

// Draws the dial for the gauges of this library.
class Dial {
public:
  void draw();
  std::string caption(double value);
};
