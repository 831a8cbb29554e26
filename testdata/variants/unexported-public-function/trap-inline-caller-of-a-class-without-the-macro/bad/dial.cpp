#include "dial.hpp"

void Dial::draw() {}
