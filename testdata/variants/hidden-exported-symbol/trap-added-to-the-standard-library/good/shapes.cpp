#include "shapes.h"

namespace std {
string to_string(const Line &line) { return to_string(line.length); }
}

int length(const Line &line) { return static_cast<int>(std::to_string(line).size()) + 2; }
