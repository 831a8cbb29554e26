#include "trace.h"

namespace {

class Average : public scope::Trace {
public:
    double next(double sample) override { return last = (last + sample) / 2; }
};

}  // namespace

extern "C" scope::Trace *make_trace() { return new Average; }
