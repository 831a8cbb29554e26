#pragma once

namespace sound {

class Envelope;

class Voice {
public:
    explicit Voice(const Envelope &envelope) : envelope_(&envelope) {}
    int level() const;

private:
    const Envelope *envelope_;
};

}
