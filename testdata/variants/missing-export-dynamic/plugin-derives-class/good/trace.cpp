#include "trace.h"

namespace scope {

Trace::~Trace() = default;

double Trace::next(double sample)
{
    last = sample;
    return sample;
}

}  // namespace scope
