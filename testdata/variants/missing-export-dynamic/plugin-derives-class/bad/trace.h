#pragma once

namespace scope {

// What is drawn: plugins derive from it.
class Trace {
public:
    virtual ~Trace();
    virtual double next(double sample);

protected:
    double last = 0;
};

}  // namespace scope
