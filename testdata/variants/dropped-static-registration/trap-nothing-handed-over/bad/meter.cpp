#include "meter.h"

Meter::Meter(const std::string &name) : start(static_cast<int>(name.size())) {}

int Meter::read() const { return start; }
