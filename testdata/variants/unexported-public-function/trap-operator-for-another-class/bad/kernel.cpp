#include "kernel.h"

namespace plan {

Interval::Interval(int days) : length(days) {}

int Interval::days() const { return length; }

std::ostream &operator<<(std::ostream &out, const plan::Interval &one) { return out << one.days(); }

}
