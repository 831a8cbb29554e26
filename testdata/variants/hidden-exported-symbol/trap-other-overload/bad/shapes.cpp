#include "shapes.h"

std::string to_string(const Line &line) { return std::to_string(line.length); }

std::string to_string(const Square &square) { return std::to_string(square.side); }

int length(const Line &line) { return static_cast<int>(to_string(line).size()) + 2; }
