#include "dial.hpp"

void Dial::draw() {}
std::string Dial::caption(double value) { return "= " + text_of(value); }
